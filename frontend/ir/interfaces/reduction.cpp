// SPDX-License-Identifier: Apache-2.0
// The combiner of a reduction, from the region that computes it.
#include "frontend/ir/interfaces/builder.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// What each value of a body is, over the arguments of the combiner.
using Values = llvm::DenseMap<Value, Expr>;

/// Adds the results of one op of the body. Its formula is of scalars: their loads are put in.
static LogicalResult evaluate(FormulaBuilder &b, Operation &op, Values &values) {
  for (Value operand : op.getOperands())
    if (failed(b.require(values.contains(operand),
                         "its body uses a value from outside: pass it as an operand",
                         Diag::wrong_region)))
      return failure();
  if (failed(verify(&op))) return failure();
  auto formula = formulaOf(&op, b.pool);
  if (!formula) return failure();
  for (auto [value, result] : llvm::zip(op.getResults(), formula->results)) {
    if (failed(b.require(formula->loops.empty(), "its body computes more than scalars",
                         Diag::wrong_region)))
      return failure();
    Memo memo;
    values[value] = rewrite(
        result.value,
        [&](Expr e) -> Expr {
          return e->kind == Kind::Load ? values.lookup(op.getOperand(e->value)) : nullptr;
        },
        memo);
  }
  return success();
}

/// Bodies and numbers of values beyond these are no program's, and every kernel has all of it.
static constexpr size_t kMostOps = 128, kMostValues = 64;

static LogicalResult checkSize(FormulaBuilder &b, size_t values, Region &body) {
  if (failed(b.require(values <= kMostValues,
                       "it reduces " + Twine(values) + " values at once, and at most " +
                           Twine(kMostValues) + " can be",
                       Diag::too_large)))
    return failure();
  const size_t ops = body.front().getOperations().size();
  return b.require(ops <= kMostOps,
                   "its body has " + Twine(ops) + " ops, and may have " + Twine(kMostOps),
                   Diag::too_large);
}

/// The body takes left and right elements of every value, and returns one element of each.
static LogicalResult checkBody(FormulaBuilder &b, ArrayRef<Expr> values, Region &body) {
  if (failed(b.require(body.hasOneBlock(), "its body needs one block", Diag::wrong_region)))
    return failure();
  if (failed(checkSize(b, values.size(), body))) return failure();
  Block &block = body.front();
  const size_t count = values.size();
  if (failed(b.require(block.getNumArguments() == 2 * count && block.mightHaveTerminator() &&
                           block.getTerminator()->getNumOperands() == count,
                       "its body has to take " + Twine(2 * count) + " scalars and return " +
                           Twine(count),
                       Diag::wrong_region)))
    return failure();
  for (BlockArgument arg : block.getArguments()) {
    const auto type = typeOf(arg.getType());
    const ElementType wanted = values[arg.getArgNumber() % count]->type;
    if (failed(b.require(type && type->shape.empty() && type->type == wanted,
                         "argument " + Twine(arg.getArgNumber()) + " of its body has to be " +
                             TensorSpec{wanted, {}}.str(),
                         Diag::wrong_region)))
      return failure();
  }
  return success();
}

SmallVector<Expr, 2> FormulaBuilder::reduce(ArrayRef<Expr> loops, ArrayRef<Expr> values,
                                            ArrayRef<Expr> inits, Region &body,
                                            ArrayRef<Along> along) {
  const SmallVector<Expr, 2> placeholder(values);
  if (failed || mlir::failed(checkBody(*this, values, body))) return placeholder;
  Values known;
  for (BlockArgument arg : body.front().getArguments())
    known[arg] = pool.arg(values[arg.getArgNumber() % values.size()]->type, arg.getArgNumber());
  for (Operation &inner : body.front().without_terminator())
    if (mlir::failed(evaluate(*this, inner, known))) {
      failed = true;
      return placeholder;
    }
  SmallVector<Expr, 2> combine;
  for (auto [k, value] : llvm::enumerate(body.front().getTerminator()->getOperands())) {
    Expr combined = known.lookup(value);
    if (mlir::failed(require(combined && combined->type == values[k]->type,
                             "result " + Twine(k) + " of its body has to be " +
                                 TensorSpec{values[k]->type, {}}.str(),
                             Diag::wrong_region)))
      return placeholder;
    combine.push_back(combined);
  }
  Expr reduced = expr::reduce(loops, values, combine, inits);
  if (isOrdered(ReduceView(reduced))) {
    SmallVector<int64_t, 4> extents;
    for (Expr loop : loops)
      extents.push_back(loop->numbers[0]);
    reduced = expr::reduce(loops, values, combine, inits, orderOfSum(extents, along));
  }
  SmallVector<Expr, 2> items;
  for (size_t k = 0; k < values.size(); ++k)
    items.push_back(expr::item(reduced, k));
  return items;
}

} // namespace shardc
