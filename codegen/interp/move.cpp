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

/// Calls `visit(index)` with the first element of every row of the box, in order.
template <typename Visit>
static void forEachRow(const Box &box, Visit visit) {
  if (isEmpty(box)) return;
  SmallVector<int64_t, 8> index;
  for (const Interval &dim : box)
    index.push_back(dim.lo);
  const size_t outer = box.empty() ? 0 : box.size() - 1;
  while (true) {
    visit(ArrayRef<int64_t>(index));
    size_t dim = outer;
    while (dim-- > 0 && ++index[dim] == box[dim].hi)
      index[dim] = box[dim].lo;
    if (dim == static_cast<size_t>(-1)) return;
  }
}

static int64_t rowLength(const Box &box) { return box.empty() ? 1 : box.back().extent(); }

/// The needed elements of one member, ready to be written once nobody has to read any more.
struct Filled {
  const Member *member;
  std::vector<char> data; // row-major over the needed box
};

static std::optional<Fault> write(ArrayRef<Filled> all) {
  for (const Filled &filled : all) {
    const Box &needed = filled.member->needed;
    WindowData &window = *filled.member->to;
    if (!covers(window.window, needed))
      return Fault{"the window " + str(window.window) + " has no room for the needed box " +
                   str(needed)};
    const WindowView to(window);
    const int64_t bytes = rowLength(needed) * to.bytes;
    const char *from = filled.data.data();
    forEachRow(needed, [&](ArrayRef<int64_t> index) {
      std::memcpy(&window.data[to.find(index) * to.bytes], from, bytes);
      from += bytes;
    });
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
    const Box both = intersection(needed, holder.held);
    const int64_t count = rowLength(both);
    forEachRow(both, [&](ArrayRef<int64_t> index) {
      std::memcpy(&filled.data[offsetIn(needed, index) * bytes],
                  &holder.from->data[from.find(index) * bytes], count * bytes);
      found += count;
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

/// The unsigned integers that bits are combined as: of elements of 16 bytes each half by itself.
static ElementType bitsOf(ElementType type) {
  switch (info(type).bytes) {
  case 1:
    return ElementType::ui8;
  case 2:
    return ElementType::ui16;
  case 4:
    return ElementType::ui32;
  default:
    return ElementType::ui64;
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

namespace {

/// What members hold, combined row by row.
class Combiner {
public:
  Combiner(ArrayRef<Member> members, Fn combine, bool asBits)
      : members(members), bytes(info(members.front().from->type).bytes),
        type(asBits ? bitsOf(members.front().from->type) : members.front().from->type),
        call(callOf(combine, type, type)) {
    for (const Member &member : members)
      views.emplace_back(*member.from);
  }

  /// All of a box, row-major.
  std::vector<char> combined(const Box &box) {
    std::vector<char> all(std::max<int64_t>(volume(box), 0) * bytes);
    const int64_t count = rowLength(box);
    char *to = all.data();
    forEachRow(box, [&](ArrayRef<int64_t> index) {
      combineRow(index, count);
      std::memcpy(to, rows.front().data(), count * bytes);
      to += count * bytes;
    });
    return all;
  }

private:
  ArrayRef<Member> members;
  int64_t bytes;
  ElementType type; // of what is combined
  ScalarCall call;
  std::vector<WindowView> views;
  std::vector<std::vector<char>> rows; // per member: what it holds, then what is combined so far

  /// Into the first row; neighbours first.
  void combineRow(ArrayRef<int64_t> index, int64_t count) {
    rows.resize(members.size());
    for (auto [row, member, view] : llvm::zip_equal(rows, members, views)) {
      const char *from = &member.from->data[view.find(index) * bytes];
      row.assign(from, from + count * bytes);
    }
    for (size_t step = 1; step < rows.size(); step *= 2)
      for (size_t k = 0; k + step < rows.size(); k += 2 * step)
        add(rows[k], rows[k + step]);
  }

  void add(std::vector<char> &left, const std::vector<char> &right) const {
    for (size_t at = 0; at < left.size(); at += info(type).bytes)
      storeSlot(type, &left[at], call(loadSlot(type, &left[at]), loadSlot(type, &right[at])));
  }
};

} // namespace

std::optional<Fault> reduce(ArrayRef<Member> members, Fn combine, bool asBits) {
  if (auto fault = checkHeld(members)) return fault;
  if (auto fault = checkAlike(members)) return fault;
  Combiner combiner(members, combine, asBits);
  std::vector<Filled> all;
  for (const Member &member : members) {
    const auto known = llvm::find_if(
        all, [&](const Filled &filled) { return filled.member->needed == member.needed; });
    all.push_back({&member, known == all.end() ? combiner.combined(member.needed) : known->data});
  }
  return write(all);
}

} // namespace shardc
