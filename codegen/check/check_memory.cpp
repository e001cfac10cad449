// SPDX-License-Identifier: Apache-2.0
// A sweep over the steps. What is live lies apart, so a buffer that begins can only meet its two
// neighbours.
#include "codegen/check/check_memory.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace shardc {

static std::vector<const Buffer *> inOrderOfSteps(const Function &function) {
  std::vector<const Buffer *> order;
  for (const Buffer &buffer : function.buffers)
    order.push_back(&buffer);
  llvm::stable_sort(order,
                    [](const Buffer *a, const Buffer *b) { return a->firstStep < b->firstStep; });
  return order;
}

/// Numbers steps as lifetimes have them.
static std::optional<std::string> deadScratch(const Function &function, ArrayRef<Step> steps,
                                              int &next) {
  for (const Step &step : steps) {
    const int number = next++;
    if (step.scratch >= 0) {
      const Buffer &own = function.buffers[step.scratch];
      if (number < own.firstStep || number > own.lastStep)
        return "scratch memory '" + own.name + "' is not live in step '" + step.label + "'";
    }
    for (const std::vector<Step> &body : step.bodies)
      if (auto dead = deadScratch(function, body, next)) return dead;
  }
  return std::nullopt;
}

std::optional<std::string> sharedMemory(const Function &function) {
  int next = 0;
  if (auto dead = deadScratch(function, function.steps, next)) return dead;
  std::map<int64_t, const Buffer *> live;    // by offset
  std::set<std::pair<int, int64_t>> endings; // last steps, and the offsets of what lives so long
  for (const Buffer *buffer : inOrderOfSteps(function)) {
    for (; !endings.empty() && endings.begin()->first < buffer->firstStep;
         endings.erase(endings.begin()))
      live.erase(endings.begin()->second);
    const auto next = live.lower_bound(buffer->offset);
    const Buffer *met = nullptr;
    if (next != live.end() && next->first < buffer->offset + buffer->bytes) met = next->second;
    if (next != live.begin()) {
      const auto &[offset, before] = *std::prev(next);
      if (offset + before->bytes > buffer->offset) met = before;
    }
    if (met)
      return "buffers '" + buffer->name + "' and '" + met->name +
             "' share memory and are live together";
    live.emplace(buffer->offset, buffer);
    endings.emplace(buffer->lastStep, buffer->offset);
  }
  return std::nullopt;
}

} // namespace shardc
