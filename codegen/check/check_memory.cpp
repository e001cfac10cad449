// SPDX-License-Identifier: Apache-2.0
// Places in use lie apart, so a new one meets the one that begins before it and those that begin
// within it.
#include "codegen/check/check_memory.h"

#include "codegen/plan/in_place.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace shardc {

static bool overlap(const Buffer &a, const Buffer &b) {
  return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

UsedMemory::UsedMemory(const Function &function)
    : function(function), owners(function.buffers.size()), traders(owners.size()),
      inUse(owners.size()), users(owners.size()) {
  for (size_t buffer = 0; buffer < owners.size(); ++buffer) {
    owners[buffer] = static_cast<int>(buffer);
    traders[buffer].push_back(static_cast<int>(buffer));
  }
  joinSwaps(function.steps);
}

void UsedMemory::joinSwaps(ArrayRef<Step> steps) {
  for (const Step &step : steps) {
    for (const std::vector<Step> &body : step.bodies)
      joinSwaps(body);
    if (step.kind != Step::Kind::swap) continue;
    int into = owners[step.ins.front()], from = owners[step.outs.front()];
    if (into == from) continue;
    if (traders[into].size() < traders[from].size()) std::swap(into, from);
    for (const int buffer : traders[from])
      owners[buffer] = into;
    llvm::append_range(traders[into], std::exchange(traders[from], {}));
  }
}

std::optional<std::string> UsedMemory::wrongSwap() const {
  for (const SmallVector<int, 1> &all : traders)
    for (const auto &[place, number] : llvm::enumerate(all)) {
      const Buffer &a = function.buffers[number], &b = function.buffers[all.front()];
      if (a.bytes != b.bytes || a.type != b.type || a.window != b.window)
        return "buffers '" + b.name + "' and '" + a.name + "' trade places, and are not alike";
      for (const int other : ArrayRef<int>(all).take_front(place))
        if (overlap(a, function.buffers[other]))
          return "buffers '" + function.buffers[other].name + "' and '" + a.name +
                 "' trade places, and share memory";
    }
  return std::nullopt;
}

bool UsedMemory::isShared(int a, int b) const {
  if (a == b) return true;
  if (owners[a] == owners[b] || function.buffers[a].ofBlock || function.buffers[b].ofBlock)
    return false;
  return llvm::any_of(tradersOf(a), [&](int one) {
    return llvm::any_of(tradersOf(b), [&](int other) {
      return overlap(function.buffers[one], function.buffers[other]);
    });
  });
}

SmallVector<int, 2> UsedMemory::lieUnder(int buffer) const {
  SmallVector<int, 2> found;
  if (function.buffers[buffer].ofBlock) return found;
  for (const int trader : tradersOf(buffer)) {
    const Buffer &own = function.buffers[trader];
    auto place = used.upper_bound(own.offset);
    if (place != used.begin() && std::prev(place)->second.end > own.offset) --place;
    for (; place != used.end() && place->first < own.offset + own.bytes; ++place)
      if (place->second.owner != owners[buffer])
        llvm::append_range(found, traders[place->second.owner]);
  }
  return found;
}

void UsedMemory::setUsed(int buffer, bool isUsed) {
  if (inUse[buffer] == isUsed || function.buffers[buffer].ofBlock) return;
  inUse[buffer] = isUsed;
  const int owner = owners[buffer], before = users[owner];
  users[owner] += isUsed ? 1 : -1;
  if (before > 0 && users[owner] > 0) return;
  for (const int trader : tradersOf(buffer)) {
    const Buffer &own = function.buffers[trader];
    if (isUsed)
      used.insert_or_assign(own.offset, Place{own.offset + own.bytes, owner});
    else
      used.erase(own.offset);
  }
}

std::vector<int> UsedMemory::losing(ArrayRef<int> written) const {
  std::set<int> found;
  for (const int buffer : written)
    for (const int other : lieUnder(buffer))
      found.insert(other);
  for (const int buffer : written)
    found.erase(buffer);
  return {found.begin(), found.end()};
}

bool isOverwritten(const Function &function, const Step &step, int input, int output) {
  const Buffer &in = function.buffers[input], &out = function.buffers[output];
  if (step.kind != Step::Kind::compute || step.together || in.offset != out.offset) return false;
  const Kernel &kernel = function.kernels[step.kernel];
  return llvm::count(step.ins, input) == 1 &&
         llvm::any_of(kernel.overwrites, [&](const std::pair<int, int> &pair) {
           return step.ins[pair.first] == input && step.outs[pair.second] == output &&
                  mayOverwrite(kernel, pair.first, pair.second);
         });
}

} // namespace shardc
