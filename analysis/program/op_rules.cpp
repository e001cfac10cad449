// SPDX-License-Identifier: Apache-2.0
#include "analysis/program/op_rules.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace shardc {

static llvm::SmallSet<int, 8> factorsOf(ArrayRef<DimFactors> dims, const Rule &rule) {
  llvm::SmallSet<int, 8> factors;
  for (const DimFactors &dim : dims)
    for (int factor : dim.factors)
      if (rule.factors[factor].size > 1) factors.insert(factor);
  return factors;
}

static FlowClass classOf(const Rule &rule) {
  const bool parallel = llvm::all_of(rule.factors, [](const Factor &factor) {
    return factor.size <= 1 || factor.kind == FactorKind::parallel;
  });
  if (!parallel || rule.results.size() != 1) return FlowClass::other;
  const auto result = factorsOf(rule.results.front(), rule);
  bool same = true;
  for (const auto &dims : rule.operands)
    same = same && (dims.empty() || factorsOf(dims, rule) == result);
  if (same) return FlowClass::same;
  return rule.operands.size() == 1 ? FlowClass::broadcast : FlowClass::other;
}

/// Alike but for operands and locations.
static size_t hashOf(Operation *op) {
  return OperationEquivalence::computeHash(op, OperationEquivalence::ignoreHashValue,
                                           OperationEquivalence::ignoreHashValue,
                                           OperationEquivalence::IgnoreLocations);
}

static bool areAlike(Operation *a, Operation *b) {
  if (a->getOperandTypes() != b->getOperandTypes()) return false;
  return OperationEquivalence::isEquivalentTo(
      a, b, [](Value, Value) { return success(); }, nullptr, OperationEquivalence::IgnoreLocations);
}

int OpRules::numberOf(Operation *op) {
  const auto recent = latest.find(op->getName());
  if (recent != latest.end() && areAlike(recent->second.first, op)) return recent->second.second;
  const int number = lookUp(op);
  latest[op->getName()] = {op, number};
  return number;
}

int OpRules::lookUp(Operation *op) {
  size_t hash = hashOf(op);
  for (Type type : op->getOperandTypes())
    hash = llvm::hash_combine(hash, type.getAsOpaquePointer());
  const auto [first, last] = known.equal_range(hash);
  for (auto at = first; at != last; ++at)
    if (areAlike(at->second.first, op)) return at->second.second;
  OpRule made;
  made.formula = *formulaOf(op, pool);
  made.rule = cast<ShardableOp>(op).rule();
  made.flow = classOf(made.rule);
  const int number = static_cast<int>(rules.size());
  rules.push_back(std::move(made));
  known.emplace(hash, std::pair(op, number));
  return number;
}

} // namespace shardc
