// SPDX-License-Identifier: Apache-2.0
#include "analysis/program/op_rules.h"

#include "frontend/ir/interfaces/alike.h"

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
    return factor.size <= 1 || factor.kind == FactorKind::parallel ||
           factor.kind == FactorKind::whole; // which nothing flows along
  });
  if (!parallel || rule.results.size() != 1) return FlowClass::other;
  const auto result = factorsOf(rule.results.front(), rule);
  bool same = true;
  for (const auto &dims : rule.operands)
    same = same && (dims.empty() || factorsOf(dims, rule) == result);
  if (same) return FlowClass::same;
  return rule.operands.size() == 1 ? FlowClass::broadcast : FlowClass::other;
}

int OpRules::numberOf(Operation *op) {
  const auto recent = latest.find(op->getName());
  if (recent != latest.end() && areAlike(recent->second.first, op)) return recent->second.second;
  const int number = lookUp(op);
  latest[op->getName()] = {op, number};
  return number;
}

int OpRules::lookUp(Operation *op) {
  const size_t hash = hashOfAlike(op);
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

std::optional<Number> constantOf(Value value, OpRules &rules) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() > 0) return std::nullopt;
  Expr e = rules[rules.numberOf(op)].formula.results.front().value;
  return e->kind == Kind::Literal ? std::optional(e->number) : std::nullopt;
}

SmallVector<std::optional<Number>, 4> constantsOf(Operation *op, OpRules &rules) {
  SmallVector<std::optional<Number>, 4> all;
  for (Value operand : op->getOperands())
    all.push_back(constantOf(operand, rules));
  return all;
}

} // namespace shardc
