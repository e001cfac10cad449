// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle/parts.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc::bundle {

Parts::Parts(const Plan &plan, const BundleOptions &options, KernelTexts kernels)
    : plan(plan), options(options), kernels(std::move(kernels)) {
  for (const Function &function : plan.functions) {
    layouts.push_back(deviceLayout(function));
    movementList.push_back(movementsOf(function));
  }
}

GpuKernels gpuKernels(const BundleOptions &options) {
  return options.images.empty() ? GpuKernels::linked : GpuKernels::cubin;
}

bool Parts::takeDevice(const Function &function) const {
  return llvm::any_of(kernelsOf(function),
                      [](const KernelText &kernel) { return kernel.takesDevice; });
}

std::string Parts::scope(const Function &function) const {
  return several() ? function.name + "::" : "";
}

bool isNarrow(ArrayRef<int64_t> numbers) {
  return llvm::all_of(numbers, [](int64_t n) { return INT32_MIN <= n && n <= INT32_MAX; });
}

/// The numbers of coordinates `from` to `to`, which are next to each other, as one number.
static std::string digits(const Function &function, int from, int to) {
  int64_t unit = 1, size = 1;
  for (int c = to + 1; c < static_cast<int>(function.coordinates.size()); ++c)
    unit *= function.coordinates[c].count();
  for (int c = from; c <= to; ++c)
    size *= function.coordinates[c].count();
  std::string result = "number";
  const bool moved = function.firstShard != 0;
  const bool whole = unit * size == function.shards();
  if (moved && (unit != 1 || !whole))
    result = "(number - " + std::to_string(function.firstShard) + ")";
  else if (moved)
    result = "number - " + std::to_string(function.firstShard);
  if (unit != 1) result += " / " + std::to_string(unit);
  if (!whole) result += " % " + std::to_string(size);
  return result;
}

std::string placeExpression(const Function &function, ArrayRef<int> over) {
  std::string result;
  for (size_t begin = 0, end = 0; begin < over.size(); begin = end) {
    int64_t size = 1;
    for (end = begin; end < over.size() && over[end] == over[begin] + int(end - begin); ++end)
      size *= function.coordinates[over[end]].count();
    const std::string part = digits(function, over[begin], over[end - 1]);
    if (begin == 0) {
      result = part;
      continue;
    }
    if (StringRef(result).contains(" + ")) result = "(" + result + ")";
    result += " * " + std::to_string(size) + " + " + part;
  }
  return result.empty() ? "0" : result;
}

} // namespace shardc::bundle
