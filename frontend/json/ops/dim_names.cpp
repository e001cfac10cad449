// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/ops/dim_names.h"

#include "frontend/ir/interfaces/shardable.h"

using namespace mlir;

namespace shardc {

ArrayRef<std::string> DimNames::of(Value value) const {
  auto entry = names.find(value);
  return entry == names.end() ? ArrayRef<std::string>() : ArrayRef<std::string>(entry->second);
}

void DimNames::set(Value value, Names given) {
  bool isNamed = llvm::any_of(given, [](const std::string &name) { return !name.empty(); });
  if (isNamed) names[value] = std::move(given);
}

/// The first name that an operand's dimension gives to a factor.
static DimNames::Names factorNames(Operation *op, const Rule &rule, const DimNames &names) {
  DimNames::Names result(rule.factors.size());
  for (auto [value, dims] : llvm::zip(op->getOperands(), rule.operands))
    for (auto [name, dim] : llvm::zip(names.of(value), dims)) {
      if (dim.factors.size() != 1) continue;
      std::string &factor = result[dim.factors[0]];
      if (factor.empty()) factor = name;
    }
  return result;
}

void DimNames::spread(Operation *op) {
  auto shardable = dyn_cast<ShardableOp>(op);
  bool hasNames = llvm::any_of(op->getOperands(), [&](Value x) { return !of(x).empty(); });
  if (!shardable || !hasNames) return;
  Rule rule = shardable.rule();
  Names factors = factorNames(op, rule, *this);
  for (auto [value, dims] : llvm::zip(op->getResults(), rule.results)) {
    Names own;
    for (const DimFactors &dim : dims) {
      std::string name = dim.factors.size() == 1 ? factors[dim.factors[0]] : "";
      own.push_back(llvm::is_contained(own, name) ? "" : name);
    }
    set(value, std::move(own));
  }
}

} // namespace shardc
