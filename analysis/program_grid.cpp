// SPDX-License-Identifier: Apache-2.0
#include "analysis/program_grid.h"

#include "analysis/data_flow.h"
#include "analysis/factors.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace mlir;

namespace shardc {

static AxisList everyAxis(const ShardingTable &table, const Propagation &propagation) {
  AxisList all;
  const auto add = [&](const Sharding &sharding) {
    const AxisList used = sharding.used();
    all.append(used.begin(), used.end());
  };
  for (ShardingId id : std::set(propagation.lies.begin(), propagation.lies.end()))
    add(table[id]);
  llvm::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Adds the parts of axes that the factors of ops are split by, as far as they nest with the
/// others: a dimension of 4 by 15 elements over 6 devices is split in 2 by its major factor.
static void addFactorAxes(const Propagation &propagation, func::FuncOp entry, OpRules &rules,
                          AxisList &all) {
  std::set<AxisList> tried; // what did not nest once never will
  const auto add = [&](const Rule &rule, ArrayRef<DimFactors> dims, Value value) {
    for (const AxisList &list : factorAxes(rule, dims, propagation.sharding(value))) {
      if (!tried.insert(list).second) continue;
      AxisList more = all;
      more.append(list.begin(), list.end());
      if (!list.empty() && gridOf(propagation.mesh, more)) all = std::move(more);
    }
  };
  forEachOp(entry.front(), [&](Operation *op) {
    if (isa<DataFlowOp>(op)) return;
    const Rule &rule = rules[rules.numberOf(op)].rule;
    for (auto [value, dims] : llvm::zip(op->getOperands(), rule.operands))
      add(rule, dims, value);
    for (auto [value, dims] : llvm::zip_equal(op->getResults(), rule.results))
      add(rule, dims, value);
  });
}

std::optional<DeviceGrid> gridOf(func::FuncOp entry, const Propagation &propagation,
                                 OpRules &rules) {
  AxisList axes = everyAxis(propagation.table, propagation);
  if (!gridOf(propagation.mesh, axes)) return std::nullopt;
  addFactorAxes(propagation, entry, rules, axes);
  return gridOf(propagation.mesh, axes);
}

} // namespace shardc
