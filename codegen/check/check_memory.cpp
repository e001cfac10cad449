// SPDX-License-Identifier: Apache-2.0
// A sweep over the steps. What is live lies apart, so a buffer that begins can only meet its two
// neighbours; and an output that lies over a donated input meets that, where one step has both.
#include "codegen/check/check_memory.h"

#include "codegen/plan/in_place.h"

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

static const Step *stepAt(ArrayRef<Step> steps, int number, int &next) {
  for (const Step &step : steps) {
    if (next++ == number) return &step;
    for (const std::vector<Step> &body : step.bodies)
      if (const Step *found = stepAt(body, number, next)) return found;
  }
  return nullptr;
}

/// Whether the output's first step is the input's last, and its kernel reads each element before it
/// writes it, and says that it may.
static bool isOverwritten(const Function &function, const Buffer &output, const Buffer &input) {
  if (output.over < 0 || &function.buffers[output.over] != &input) return false;
  if (input.lastStep != output.firstStep || input.offset != output.offset) return false;
  int next = 0;
  const Step *step = stepAt(function.steps, output.firstStep, next);
  if (!step || step->kind != Step::Kind::compute || step->together) return false;
  const Kernel &kernel = function.kernels[step->kernel];
  const auto isOutput = [&](int buffer) { return &function.buffers[buffer] == &output; };
  return llvm::count(step->ins, output.over) == 1 &&
         llvm::any_of(kernel.overwrites, [&](const std::pair<int, int> &pair) {
           return step->ins[pair.first] == output.over && isOutput(step->outs[pair.second]) &&
                  mayOverwrite(kernel, pair.first, pair.second);
         });
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
  int step = 0;
  if (auto dead = deadScratch(function, function.steps, step)) return dead;
  std::map<int64_t, const Buffer *> live;    // by offset
  std::set<std::pair<int, int64_t>> endings; // last steps, and the offsets of what lives so long
  for (const Buffer *buffer : inOrderOfSteps(function)) {
    for (; !endings.empty() && endings.begin()->first < buffer->firstStep;
         endings.erase(endings.begin()))
      live.erase(endings.begin()->second);
    if (const auto same = live.find(buffer->offset);
        same != live.end() && isOverwritten(function, *buffer, *same->second)) {
      endings.erase({same->second->lastStep, buffer->offset});
      live.erase(same);
    }
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
