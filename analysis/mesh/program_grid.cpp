// SPDX-License-Identifier: Apache-2.0
#include "analysis/mesh/program_grid.h"

#include "analysis/program/data_flow.h"
#include "analysis/propagate/factors.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace mlir;

namespace shardc {

/// The parts of axes that values are split over, those of most values first.
static AxisList partsInUse(const Propagation &propagation) {
  std::map<ShardingId, int64_t> values;
  for (ShardingId id : propagation.lies)
    ++values[id];
  std::map<AxisRef, int64_t> uses;
  for (const auto &[id, count] : values)
    for (const AxisRef &axis : propagation.table[id].used())
      uses[axis] += count;
  AxisList all;
  for (const auto &[axis, count] : uses)
    all.push_back(axis);
  llvm::stable_sort(all, [&](const AxisRef &a, const AxisRef &b) { return uses[a] > uses[b]; });
  return all;
}

/// The parts that the factors of ops are split over: a dimension of 4 by 15 elements over 6 devices
/// is split in 2 by its major factor.
static std::set<AxisRef> partsOfFactors(const Propagation &propagation, func::FuncOp entry,
                                        OpRules &rules) {
  std::set<AxisRef> all;
  const auto add = [&](const Rule &rule, ArrayRef<DimFactors> dims, Value value) {
    for (const AxisList &list : factorAxes(rule, dims, propagation.sharding(value)))
      all.insert(list.begin(), list.end());
  };
  forEachOp(entry.front(), [&](Operation *op) {
    if (isa<DataFlowOp>(op)) return;
    const Rule &rule = rules[rules.numberOf(op)].rule;
    for (auto [value, dims] : llvm::zip(op->getOperands(), rule.operands))
      add(rule, dims, value);
    for (auto [value, dims] : llvm::zip_equal(op->getResults(), rule.results))
      add(rule, dims, value);
  });
  return all;
}

/// What inputs and outputs are unreduced over: devices combine over whole coordinates.
static AxisList unreducedParts(func::FuncOp entry, const Propagation &propagation) {
  AxisList all;
  const auto add = [&](const Sharding &sharding) {
    all.append(sharding.unreduced.begin(), sharding.unreduced.end());
  };
  for (BlockArgument input : entry.getArguments())
    add(propagation.sharding(input));
  for (ShardingId output : propagation.outputs)
    add(propagation.table[output]);
  return all;
}

DeviceGrid gridOf(func::FuncOp entry, const Propagation &propagation, OpRules &rules) {
  AxisList parts = unreducedParts(entry, propagation);
  llvm::append_range(parts, partsInUse(propagation));
  const std::set<AxisRef> more = partsOfFactors(propagation, entry, rules);
  parts.append(more.begin(), more.end());
  return gridOf(propagation.mesh, parts);
}

} // namespace shardc
