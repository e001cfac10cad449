// SPDX-License-Identifier: Apache-2.0
// What members need is gathered before any of it is written, as both may be in the same buffer.
// What they hold must not overlap, and has to be in their windows, and all that is needed must be
// held by somebody: anything else is a fault of the plan.
#include "codegen/interp/move.h"

#include "codegen/interp/evaluator.h"
#include "frontend/ir/formula/expressions/scalars.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

namespace shardc {

static Box intersection(const Box &a, const Box &b) {
  Box both;
  for (size_t dim = 0; dim < a.size(); ++dim)
    both.push_back({std::max(a[dim].lo, b[dim].lo), std::min(a[dim].hi, b[dim].hi)});
  return both;
}

/// Calls `visit(index)` for every element of the box, row-major.
template <typename Visit>
static void forEachIndex(const Box &box, Visit visit) {
  if (isEmpty(box)) return;
  SmallVector<int64_t, 8> index;
  for (const Interval &dim : box)
    index.push_back(dim.lo);
  while (true) {
    visit(ArrayRef<int64_t>(index));
    size_t dim = box.size();
    while (dim-- > 0 && ++index[dim] == box[dim].hi)
      index[dim] = box[dim].lo;
    if (dim == static_cast<size_t>(-1)) return;
  }
}

/// The needed elements of one member, ready to be written once nobody has to read any more.
struct Filled {
  const Member *member;
  std::vector<char> data; // row-major over the needed box
};

static std::optional<Fault> write(ArrayRef<Filled> all) {
  for (const Filled &filled : all) {
    const WindowView to(*filled.member->to);
    const char *from = filled.data.data();
    bool isRoom = true;
    forEachIndex(filled.member->needed, [&](ArrayRef<int64_t> index) {
      const int64_t element = to.find(index);
      isRoom &= element >= 0;
      if (isRoom) std::memcpy(&filled.member->to->data[element * to.bytes], from, to.bytes);
      from += to.bytes;
    });
    if (!isRoom)
      return Fault{"the window " + str(filled.member->to->window) +
                   " has no room for the needed box " + str(filled.member->needed)};
  }
  return std::nullopt;
}

static std::optional<Fault> checkHeld(ArrayRef<Member> members) {
  for (const Member &member : members)
    if (!covers(member.from->window, member.held))
      return Fault{"the held box " + str(member.held) + " is not in the window " +
                   str(member.from->window)};
  return std::nullopt;
}

static std::optional<Fault> checkApart(ArrayRef<Member> members) {
  for (size_t a = 0; a < members.size(); ++a)
    for (size_t b = 0; b < a; ++b)
      if (!isEmpty(intersection(members[a].held, members[b].held)))
        return Fault{"members " + std::to_string(b) + " and " + std::to_string(a) +
                     " hold boxes that overlap: " + str(members[b].held) + " and " +
                     str(members[a].held)};
  return std::nullopt;
}

/// The offset of `index` in a row-major buffer of the box.
static int64_t offsetIn(const Box &box, ArrayRef<int64_t> index) {
  int64_t offset = 0;
  for (size_t dim = 0; dim < box.size(); ++dim)
    offset = offset * box[dim].extent() + index[dim] - box[dim].lo;
  return offset;
}

static std::optional<Fault> gather(ArrayRef<Member> members, Filled &filled) {
  const Box &needed = filled.member->needed;
  const int64_t bytes = info(filled.member->to->type).bytes;
  filled.data.resize(volume(needed) * bytes);
  int64_t found = 0; // boxes do not overlap, so each element counts once
  for (const Member &holder : members) {
    const WindowView from(*holder.from);
    forEachIndex(intersection(needed, holder.held), [&](ArrayRef<int64_t> index) {
      std::memcpy(&filled.data[offsetIn(needed, index) * bytes],
                  &holder.from->data[from.find(index) * bytes], bytes);
      ++found;
    });
  }
  if (found == volume(needed)) return std::nullopt;
  return Fault{"the members hold " + std::to_string(found) + " of the " +
               std::to_string(volume(needed)) + " elements of the needed box " + str(needed)};
}

std::optional<Fault> exchange(ArrayRef<Member> members) {
  if (auto fault = checkHeld(members)) return fault;
  if (auto fault = checkApart(members)) return fault;
  std::vector<Filled> all;
  for (const Member &member : members) {
    all.push_back({&member, {}});
    if (auto fault = gather(members, all.back())) return fault;
  }
  return write(all);
}

/// Functions on the bits of elements of `bytes` bytes, as unsigned integers.
static Slot combineBits(Fn fn, int64_t bytes, Slot x, Slot y) {
  const Slot mask = bytes == 8 ? ~Slot(0) : (Slot(1) << (8 * bytes)) - 1;
  switch (fn) {
  case Fn::add:
    return (x + y) & mask;
  case Fn::mul:
    return (x * y) & mask;
  case Fn::max:
    return std::max(x, y);
  case Fn::min:
    return std::min(x, y);
  case Fn::bitAnd:
    return x & y;
  case Fn::bitOr:
    return x | y;
  default:
    return x ^ y;
  }
}

static std::optional<Fault> checkAlike(ArrayRef<Member> members) {
  for (const Member &member : members) {
    if (member.held != members.front().held)
      return Fault{"members hold different boxes: " + str(members.front().held) + " and " +
                   str(member.held)};
    if (!covers(member.held, member.needed))
      return Fault{"the needed box " + str(member.needed) + " is not in the held box " +
                   str(member.held)};
  }
  return std::nullopt;
}

std::optional<Fault> reduce(ArrayRef<Member> members, Fn combine, bool asBits) {
  if (auto fault = checkHeld(members)) return fault;
  if (auto fault = checkAlike(members)) return fault;
  const ElementType type = members.front().from->type;
  const int64_t bytes = info(type).bytes;
  const ScalarCall call = asBits ? nullptr : callOf(combine, type, type);
  std::vector<WindowView> views;
  for (const Member &member : members)
    views.emplace_back(*member.from);
  const auto both = [&](Slot left, Slot right) {
    return asBits ? combineBits(combine, bytes, left, right) : call(left, right);
  };
  const auto combined = [&](ArrayRef<int64_t> index) {
    SmallVector<Slot, 8> held;
    for (size_t k = 0; k < members.size(); ++k)
      held.push_back(loadSlot(type, &members[k].from->data[views[k].find(index) * bytes]));
    for (size_t step = 1; step < held.size(); step *= 2)
      for (size_t k = 0; k + step < held.size(); k += 2 * step)
        held[k] = both(held[k], held[k + step]);
    return held.front();
  };
  std::vector<Filled> all;
  for (const Member &member : members) {
    Filled filled{&member, std::vector<char>(volume(member.needed) * bytes)};
    char *to = filled.data.data();
    forEachIndex(member.needed, [&](ArrayRef<int64_t> index) {
      storeSlot(type, to, combined(index));
      to += bytes;
    });
    all.push_back(std::move(filled));
  }
  return write(all);
}

} // namespace shardc
