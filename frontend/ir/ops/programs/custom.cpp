// SPDX-License-Identifier: Apache-2.0
// An op of the config's: what it reads and writes is what its rule says (formula/call.h).
#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/expressions/scalars.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::sdy {

/// The index of a dimension that is these factors, major first.
static Expr indexOf(Pool &pool, const DimFactors &dim, ArrayRef<Expr> loops, const Rule &rule) {
  SmallVector<Term, 2> terms;
  int64_t unit = 1;
  for (int factor : llvm::reverse(dim.factors)) {
    terms.push_back({unit, loops[factor]});
    unit *= rule.factors[factor].size;
  }
  return expr::linear(pool, 0, terms);
}

static SmallVector<Expr, 4> indicesOf(Pool &pool, ArrayRef<DimFactors> dims, ArrayRef<Expr> loops,
                                      const Rule &rule) {
  SmallVector<Expr, 4> indices;
  for (const DimFactors &dim : dims)
    indices.push_back(indexOf(pool, dim, loops, rule));
  return indices;
}

/// A call, or what is combined of calls over the loops of reductions.
static Expr combined(Pool &pool, Expr call, ArrayRef<Expr> over, Fn combine) {
  if (over.empty()) return call;
  Expr both = expr::scalar(combine, call->type, {pool.arg(call->type, 0), pool.arg(call->type, 1)});
  return expr::item(expr::reduce(over, {call}, {both}, {}), 0);
}

/// What operands are read at along each factor. Of a permutation a device may need everything, but
/// axes flow through it: element i is made of elements (i + k) mod n, for all k.
static SmallVector<Expr, 8> indicesRead(FormulaBuilder &b, ArrayRef<Expr> loops, const Rule &rule) {
  SmallVector<Expr, 8> read(loops);
  for (auto [index, factor] : llvm::zip_equal(read, rule.factors)) {
    if (factor.kind != FactorKind::permutation) continue;
    const Expr from = b.loop(factor.size, factor.name + "_from");
    b.formula.loops.back().isWhole = true;
    index = expr::digit(expr::linear(b.pool, 0, {{1, index}, {1, from}}), 1, factor.size);
  }
  return read;
}

/// FLOPs of a combination of loops, where those of permutations turn beside the factors.
static double flopsOfTurn(double flops, const Rule &rule) {
  for (const Factor &factor : rule.factors)
    if (factor.kind == FactorKind::permutation && factor.size > 0)
      flops /= static_cast<double>(factor.size);
  return flops;
}

LogicalResult CustomOp::formula(FormulaBuilder &b) {
  for (Type type : getResultTypes())
    if (!typeOf(type)) return reportUnsupported(getLoc(), "a result of " + getTarget(), type);
  NotationProblem problem;
  std::optional<Rule> rule;
  if (const auto written = readRule(getRule(), problem)) rule = ruleOf(*this, *written, problem);
  if (failed(b.require(rule.has_value(), "'" + getTarget() + "': " + problem.what)))
    return failure();
  const auto combine = combinerNamed(getCombine());
  if (failed(b.require(combine.has_value(), "no function '" + getCombine() + "'")))
    return failure();
  SmallVector<Expr, 8> loops;
  SmallVector<Expr, 2> reductions;
  for (const Factor &factor : rule->factors) {
    loops.push_back(b.loop(factor.size, factor.name));
    b.formula.loops.back().isWhole = factor.kind == FactorKind::whole;
    b.formula.loops.back().hasCommunicator = factor.kind == FactorKind::communicator;
    if (factor.kind == FactorKind::reduction) reductions.push_back(loops.back());
  }
  const SmallVector<Expr, 8> read = indicesRead(b, loops, *rule);
  const double flops = flopsOfTurn(getFlops().convertToDouble(), *rule);
  SmallVector<Expr, 4> loads;
  for (auto [operand, dims] : llvm::enumerate(rule->operands))
    loads.push_back(b.load(static_cast<int>(operand), indicesOf(b.pool, dims, read, *rule)));
  for (auto [number, dims] : llvm::enumerate(rule->results)) {
    const TensorSpec type = b.declared(static_cast<int>(number));
    if (failed(b.require(reductions.empty() || supports(*combine, type.type),
                         "'" + getTarget() + "': devices cannot combine " + info(type.type).name +
                             " by \"" + getCombine() + "\"")))
      return failure();
    Expr call =
        expr::call(b.pool, type.type, static_cast<int>(getRoutine()), static_cast<int>(number),
                   static_cast<int>(getNumResults()), flops, loads);
    if (failed(b.result(type.shape, indicesOf(b.pool, dims, loops, *rule),
                        combined(b.pool, call, reductions, *combine))))
      return failure();
  }
  return success();
}

} // namespace shardc::sdy
