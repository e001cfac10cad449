// SPDX-License-Identifier: Apache-2.0
// What regions of scalars compute: the combiner of a reduction, the function of a map.
#include "frontend/ir/interfaces/builder.h"

#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/interfaces/shardable.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// Bodies and numbers of values beyond these are no program's, and every kernel has all of it.
static constexpr size_t kMostOps = 128, kMostValues = 64;

namespace {

/// What each value of a body is, over its arguments.
struct Values : llvm::DenseMap<Value, Expr> {
  size_t &ops; // those of functions that it calls so far, too
  explicit Values(size_t &ops) : ops(ops) {}
};

} // namespace

static LogicalResult evaluate(FormulaBuilder &b, Operation &op, Values &values);

/// Numbers may stand outside of the body: whoever prints programs moves them there.
static LogicalResult find(FormulaBuilder &b, Value operand, Values &values) {
  if (values.contains(operand)) return success();
  Operation *outside = operand.getDefiningOp();
  const bool isNumber = outside && outside->getNumOperands() == 0 &&
                        outside->getNumRegions() == 0 && isa<ShardableOp>(outside);
  if (isNumber) return evaluate(b, *outside, values);
  return b.require(false, "its body uses a value from outside: pass it as an operand",
                   Diag::wrong_region);
}

/// Adds the values of what stands in a function or a branch that is part of the body.
static LogicalResult evaluateInner(FormulaBuilder &b, Block &block, Values &values) {
  for (Operation &inner : block.without_terminator())
    if (failed(b.require(++values.ops <= kMostOps,
                         "its body and what is in that have more than " + Twine(kMostOps) + " ops",
                         Diag::too_large)) ||
        failed(evaluate(b, inner, values)))
      return failure();
  for (Value made : block.getTerminator()->getOperands())
    if (failed(find(b, made, values))) return failure();
  return success();
}

/// Adds what a function makes of the values of its arguments.
static LogicalResult evaluateCall(FormulaBuilder &b, func::CallOp call, Values &values) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
  const bool fits = callee && callee.getBody().hasOneBlock() &&
                    callee.getFunctionType() == call.getCalleeType() &&
                    callee.front().mightHaveTerminator();
  if (failed(b.require(fits,
                       "its body calls '" + call.getCallee() + "', which has no such body here",
                       Diag::wrong_region)))
    return failure();
  Values own(values.ops);
  for (auto [argument, given] : llvm::zip_equal(callee.getArguments(), call.getOperands()))
    own[argument] = values.lookup(given);
  if (failed(evaluateInner(b, callee.front(), own))) return failure();
  Operation *end = callee.front().getTerminator();
  for (auto [result, made] : llvm::zip_equal(call.getResults(), end->getOperands()))
    values[result] = own.lookup(made);
  return success();
}

/// Adds what branches make: each is of scalars, so all are computed and one is picked.
static LogicalResult evaluateBranches(FormulaBuilder &b, DataFlowOp op, Values &values) {
  for (Region &region : op->getRegions())
    if (failed(evaluateInner(b, region.front(), values))) return failure();
  const Expr decider = values.lookup(op.decider());
  const auto isPicked = [&](size_t number) {
    if (decider->type == ElementType::i1) return decider;
    return b.eq(decider, b.integer(decider->type, static_cast<int64_t>(number)));
  };
  for (auto [result, edge] : llvm::zip_equal(op->getResults(), op.edges())) {
    Expr picked = values.lookup(edge.sources.back());
    for (size_t number = edge.sources.size() - 1; number-- > 0;)
      picked = b.select(isPicked(number), values.lookup(edge.sources[number]), picked);
    values[result] = picked;
  }
  return success();
}

/// Adds the results of one op of the body. Its formula is of scalars: their loads are put in.
static LogicalResult evaluate(FormulaBuilder &b, Operation &op, Values &values) {
  for (Value operand : op.getOperands())
    if (failed(find(b, operand, values))) return failure();
  if (failed(verify(&op))) return failure();
  if (auto call = dyn_cast<func::CallOp>(op)) return evaluateCall(b, call, values);
  if (auto flow = dyn_cast<DataFlowOp>(op); flow && flow.turns() == Turns::branch)
    return evaluateBranches(b, flow, values);
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

/// The body takes one scalar for each argument, and returns so many.
static LogicalResult checkBody(FormulaBuilder &b, Region &body, ArrayRef<Expr> arguments,
                               size_t results) {
  if (failed(b.require(body.hasOneBlock(), "its body needs one block", Diag::wrong_region)))
    return failure();
  Block &block = body.front();
  const size_t ops = block.getOperations().size();
  if (failed(b.require(ops <= kMostOps,
                       "its body has " + Twine(ops) + " ops, and may have " + Twine(kMostOps),
                       Diag::too_large)) ||
      failed(b.require(block.getNumArguments() == arguments.size() && block.mightHaveTerminator() &&
                           block.getTerminator()->getNumOperands() == results,
                       "its body has to take " + Twine(arguments.size()) + " scalars and return " +
                           Twine(results),
                       Diag::wrong_region)))
    return failure();
  for (auto [own, given] : llvm::zip_equal(block.getArguments(), arguments)) {
    const auto type = typeOf(own.getType());
    if (failed(b.require(type && type->shape.empty() && type->type == given->type,
                         "argument " + Twine(own.getArgNumber()) + " of its body has to be " +
                             TensorSpec{given->type, {}}.str(),
                         Diag::wrong_region)))
      return failure();
  }
  return success();
}

SmallVector<Expr, 2> FormulaBuilder::call(Region &body, ArrayRef<Expr> arguments,
                                          ArrayRef<ElementType> types) {
  SmallVector<Expr, 2> results;
  for (ElementType type : types)
    results.push_back(integer(type, 0)); // placeholders
  if (failed || mlir::failed(checkBody(*this, body, arguments, types.size()))) return results;
  size_t ops = body.front().getOperations().size();
  Values known(ops);
  for (auto [own, given] : llvm::zip_equal(body.front().getArguments(), arguments))
    known[own] = given;
  for (Operation &inner : body.front().without_terminator())
    if (mlir::failed(evaluate(*this, inner, known))) {
      failed = true;
      return results;
    }
  for (auto [k, value] : llvm::enumerate(body.front().getTerminator()->getOperands())) {
    Expr made = known.lookup(value);
    if (mlir::failed(require(made && made->type == types[k],
                             "result " + Twine(k) + " of its body has to be " +
                                 TensorSpec{types[k], {}}.str(),
                             Diag::wrong_region)))
      return results;
    results[k] = made;
  }
  return results;
}

SmallVector<Expr, 2> FormulaBuilder::combiner(ArrayRef<Expr> values, Region &body) {
  SmallVector<Expr, 4> arguments;
  SmallVector<ElementType, 2> types;
  for (size_t number = 0; number < 2 * values.size(); ++number)
    arguments.push_back(pool.arg(values[number % values.size()]->type, number));
  for (Expr value : values)
    types.push_back(value->type);
  return call(body, arguments, types);
}

/// The type that a body takes values of type `from` in.
static ElementType takenAs(Region &body, size_t value, ElementType from) {
  const bool isThere = body.hasOneBlock() && value < body.getNumArguments();
  const auto taken = isThere ? typeOf(body.getArgument(value).getType()) : std::nullopt;
  return taken && isPromotable(from, taken->type) ? taken->type : from;
}

LogicalResult FormulaBuilder::requireInits(int count, Region &body) {
  const size_t given = formula.operands.size();
  if (mlir::failed(require(count > 0, "it has no operands")) ||
      mlir::failed(require(given == 2 * static_cast<size_t>(count),
                           "it has " + Twine(given) + " operands, no init for each input",
                           Diag::wrong_count)))
    return failure();
  for (int k = 0; k < count; ++k) {
    const bool areTakenAlike = takenAs(body, k, type(k)) == takenAs(body, k, type(count + k));
    if ((!areTakenAlike && mlir::failed(requireSameType({k, count + k}))) ||
        mlir::failed(require(shape(k) == shape(0) && rank(count + k) == 0,
                             "inputs have one shape, and an init is a scalar, but input " +
                                 Twine(k) + " is " + formula.operands[k].str() +
                                 " and its init is " + formula.operands[count + k].str(),
                             Diag::shape_mismatch)))
      return failure();
  }
  return success();
}

/// What combines to nothing. Sums start from +0 and are never -0, so that +0 is nothing, too.
static Expr nothing(const ReduceView &reduce, size_t value) {
  Expr like = reduce.values[value];
  if (isOrdered(reduce)) return like->pool->literal(Number::of(like->type, 0.0));
  if (const auto number = identity(reduce, static_cast<int>(value)))
    return like->pool->literal(*number);
  return reduce.inits[value];
}

/// Whether these are one value of a type whose sums are added up in another, and its sum is asked
/// for.
static bool isNarrowSum(ArrayRef<Expr> values, ArrayRef<Expr> combine) {
  return values.size() == 1 && info(values[0]->type).isNarrow && isFn(combine[0], Fn::add) &&
         llvm::all_of(combine[0]->args, [](Expr arg) { return arg->kind == Kind::Arg; }) &&
         combine[0]->args[0] != combine[0]->args[1];
}

SmallVector<Expr, 2> FormulaBuilder::reduce(ArrayRef<Expr> loops, ArrayRef<Expr> given,
                                            ArrayRef<Expr> given_inits, Region &body,
                                            ArrayRef<Along> along, Expr held) {
  SmallVector<Expr, 2> values(given), inits(given_inits);
  if (failed ||
      mlir::failed(require(values.size() <= kMostValues,
                           "it reduces " + Twine(values.size()) + " values at once, and at most " +
                               Twine(kMostValues) + " can be",
                           Diag::too_large)))
    return values;
  for (auto [k, value] : llvm::enumerate(values)) {
    const ElementType taken = takenAs(body, k, value->type);
    value = convert(taken, value);
    if (k < inits.size()) inits[k] = convert(taken, inits[k]);
  }
  SmallVector<Expr, 2> combine = combiner(values, body);
  if (failed) return values;
  const ElementType own = values.empty() ? ElementType::index : values[0]->type;
  const bool isNarrow = isNarrowSum(values, combine);
  if (isNarrow) { // rounded once, at the end
    const ElementType wide = info(own).sum;
    for (SmallVectorImpl<Expr> *each : {&values, &inits})
      for (Expr &e : *each)
        e = convert(wide, e);
    combine = {add(pool.arg(wide, 0), pool.arg(wide, 1))};
  }
  const ReduceView unordered(expr::reduce(loops, values, combine, inits));
  if (held != nullptr)
    for (size_t k = 0; k < values.size(); ++k)
      values[k] = expr::select(held, values[k], nothing(unordered, k));
  SmallVector<SumOrder, 2> order;
  if (isOrdered(unordered)) {
    SmallVector<int64_t, 4> extents;
    for (Expr loop : loops)
      extents.push_back(loop->numbers[0]);
    order = orderOfSum(extents, along);
  }
  Expr reduced = expr::reduce(loops, values, combine, inits, order);
  SmallVector<Expr, 2> items;
  for (size_t k = 0; k < values.size(); ++k)
    items.push_back(expr::item(reduced, k));
  if (isNarrow) items[0] = convert(own, items[0]);
  return items;
}

} // namespace shardc
