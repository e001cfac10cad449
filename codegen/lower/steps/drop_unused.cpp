// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/steps/drop_unused.h"

namespace shardc {

void forEachStep(std::vector<Step> &steps, llvm::function_ref<void(Step &)> visit) {
  for (Step &step : steps) {
    visit(step);
    for (std::vector<Step> &body : step.bodies)
      forEachStep(body, visit);
  }
}

/// Keeps those of a list that are used, and says where they are then.
template <typename T>
static std::vector<int> keep(std::vector<T> &list, const std::vector<bool> &used) {
  std::vector<int> now(list.size(), -1);
  std::vector<T> kept;
  for (size_t number = 0; number < list.size(); ++number) {
    if (!used[number]) continue;
    now[number] = static_cast<int>(kept.size());
    kept.push_back(std::move(list[number]));
  }
  list = std::move(kept);
  return now;
}

void dropUnusedKernels(Function &function) {
  std::vector<bool> used(function.kernels.size(), false);
  forEachStep(function.steps, [&](Step &step) {
    if (step.kernel >= 0) used[step.kernel] = true;
  });
  const std::vector<int> now = keep(function.kernels, used);
  forEachStep(function.steps, [&](Step &step) {
    if (step.kernel >= 0) step.kernel = now[step.kernel];
  });
}

void replaceBuffers(Function &function, const llvm::DenseMap<int, int> &by) {
  std::vector<bool> used(function.buffers.size(), true);
  for (auto [gone, other] : by)
    used[gone] = false;
  std::vector<int> now = keep(function.buffers, used);
  for (auto [gone, other] : by) {
    for (auto next = by.find(other); next != by.end(); next = by.find(other))
      other = next->second;
    now[gone] = now[other];
  }
  forEachStep(function.steps, [&](Step &step) {
    for (SmallVector<int, 4> *list : {&step.ins, &step.outs})
      for (int &buffer : *list)
        buffer = now[buffer];
    if (step.decider >= 0) step.decider = now[step.decider];
  });
}

} // namespace shardc
