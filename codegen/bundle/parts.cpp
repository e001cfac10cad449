// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle/parts.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardc::bundle {

Parts::Parts(const Plan &plan, const BundleOptions &options) : plan(plan), options(options) {
  for (const Function &function : plan.functions)
    layouts.push_back(deviceLayout(function));
}

std::string Parts::scope(const Function &function) const {
  return several() ? function.name + "::" : "";
}

/// Identifiers of the tensors that a function has buffers of, in the program's order.
static std::vector<std::string> tensorsOf(const std::vector<PlanTensor> &tensors, Role role,
                                          const Function &function) {
  std::vector<std::string> ids;
  for (size_t index = 0; index < tensors.size(); ++index)
    if (llvm::any_of(function.buffers, [&](const Buffer &buffer) {
          return buffer.role == role && buffer.index == static_cast<int>(index);
        }))
      ids.push_back(tensors[index].id);
  return ids;
}

std::vector<std::string> outputsOf(const Plan &plan, const Function &function) {
  return tensorsOf(plan.outputs, Role::output, function);
}

std::vector<std::string> inputsOf(const Plan &plan, const Function &function) {
  return tensorsOf(plan.inputs, Role::input, function);
}

std::string valueOf(const Plan &plan, const Buffer &buffer) {
  switch (buffer.role) {
  case Role::input:
    return plan.inputs[buffer.index].id;
  case Role::constant:
    return plan.constants[buffer.index].id;
  case Role::output:
    return plan.outputs[buffer.index].id;
  case Role::temporary:
    return buffer.name;
  }
  llvm_unreachable("a buffer has a role");
}

std::string shardNumbers(const Function &function) {
  const int64_t last = function.firstShard + function.shards() - 1;
  const std::string first = text::commas(function.firstShard);
  return last == function.firstShard ? first : first + " to " + text::commas(last);
}

std::string arrangement(const Plan &plan) {
  const int64_t devices = plan.devices();
  if (devices == 1) return "one device";
  std::string result = text::commas(devices) + " independent shards";
  if (plan.functions.size() == 1) return result;
  std::vector<std::string> parts;
  for (const Function &function : plan.functions)
    parts.push_back(shardNumbers(function) + (function.shards() == 1 ? " makes " : " make ") +
                    text::listed(outputsOf(plan, function)));
  return result + ": " + text::joined(parts);
}

std::string slicing(const PlanTensor &tensor) {
  std::vector<std::string> dims(tensor.type.shape.size(), "-");
  for (const auto &[dimension, cuts] : tensor.slices)
    if (cuts.size() > 2) dims[dimension] = std::to_string(cuts.size() - 1) + " slices";
  return "[" + text::joined(dims) + "]";
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

SmallVector<int, 2> dependsOn(const Span &span) {
  SmallVector<int, 2> over = span.lo.over;
  over.append(span.hi.over.begin(), span.hi.over.end());
  llvm::sort(over);
  over.erase(llvm::unique(over), over.end());
  return over;
}

const Coordinate *sliceOf(const Span &span, const Function &function) {
  const SmallVector<int, 2> over = dependsOn(span);
  if (over.size() != 1) return nullptr;
  const Coordinate &coordinate = function.coordinates[over.front()];
  SmallVector<int64_t, 4> at(function.coordinates.size());
  for (int64_t slice = 0; slice < coordinate.count(); ++slice) {
    at[over.front()] = slice;
    const Interval interval = spanAt(span, function, at);
    if (interval.lo != coordinate.cuts[slice] || interval.hi != coordinate.cuts[slice + 1])
      return nullptr;
  }
  return &coordinate;
}

} // namespace shardc::bundle
