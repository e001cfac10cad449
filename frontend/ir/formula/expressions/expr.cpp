// SPDX-License-Identifier: Apache-2.0
// Expressions of element types. What simplifies here simplifies bit for bit, NaN and -0.0 included.
#include "frontend/ir/formula/expressions/expr.h"

#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/expressions/arithmetic.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>
#include <cmath>

namespace shardc {

bool isLiteral(Expr scalar, double value) {
  return scalar->kind == Kind::Literal && scalar->number.sameBits(Number::of(scalar->type, value));
}

Expr expr::load(Pool &pool, ElementType type, int operand, ArrayRef<Expr> index) {
  Node node{.kind = Kind::Load, .type = type, .value = operand};
  node.args.assign(index.begin(), index.end());
  return pool.intern(std::move(node));
}

// Scalars.

/// Arithmetic of integers that are indices is an index: iota + 1.
static Expr indexArithmetic(Fn fn, ElementType type, ArrayRef<Expr> args) {
  if (args.size() != 2 || !isInteger(type)) return nullptr;
  if (args[0]->type != type || args[1]->type != type) return nullptr;
  Expr a = indexOf(args[0]), b = indexOf(args[1]);
  if (a == nullptr || b == nullptr) return nullptr;
  // Far from overflow, so that no sum here wraps around.
  const auto isNear = [](Expr e) {
    const Interval range = wholeRange(e);
    return range.lo > INT32_MIN && range.hi < INT32_MAX;
  };
  if (!isNear(a) || !isNear(b)) return nullptr;
  Expr index = nullptr;
  if (fn == Fn::add) index = expr::add(a, b);
  if (fn == Fn::sub) index = expr::sub(a, b);
  if (fn == Fn::mul && isConstant(b)) index = expr::mul(a, b->value);
  if (fn == Fn::mul && isConstant(a)) index = expr::mul(b, a->value);
  if (index == nullptr) return nullptr;
  Expr cast = expr::cast(type, index);
  return indexOf(cast) != nullptr ? cast : nullptr;
}

/// A comparison of integers that are indices is a bound, which narrows loops.
static Expr indexComparison(Fn fn, ArrayRef<Expr> args) {
  if (args.size() != 2) return nullptr;
  Expr a = indexOf(args[0]), b = indexOf(args[1]);
  if (a == nullptr || b == nullptr) return nullptr;
  const Interval rangeA = wholeRange(a), rangeB = wholeRange(b);
  if (rangeA.lo < -kFar || rangeA.hi > kFar || rangeB.lo < -kFar || rangeB.hi > kFar)
    return nullptr;
  Expr difference = expr::sub(a, b);
  switch (fn) {
  case Fn::eq:
    return expr::within(difference, 0, 1);
  case Fn::ne:
    return expr::scalar(Fn::bitNot, ElementType::i1, {expr::within(difference, 0, 1)});
  case Fn::lt:
    return expr::within(difference, -kFar, 0);
  case Fn::le:
    return expr::within(difference, -kFar, 1);
  case Fn::gt:
    return expr::within(difference, 1, kFar);
  case Fn::ge:
    return expr::within(difference, 0, kFar);
  default:
    return nullptr;
  }
}

/// What a comparison of something with itself says; of floats, NaN differs from itself.
static std::optional<bool> ofEquals(Fn fn, Expr arg) {
  if (info(arg->type).isRounded) return std::nullopt;
  if (fn == Fn::eq || fn == Fn::le || fn == Fn::ge) return true;
  if (fn == Fn::ne || fn == Fn::lt || fn == Fn::gt) return false;
  return std::nullopt;
}

/// What a comparison of integers with an end of their type says, whatever the other side is.
static std::optional<bool> atEnd(Fn fn, Expr left, Expr right) {
  if (!isInteger(left->type)) return std::nullopt;
  const auto is = [](Expr e, const Number &end) {
    return e->kind == Kind::Literal && e->number.sameBits(end);
  };
  const Number first = lowest(left->type), last = highest(left->type);
  if (is(right, first) || is(left, last)) { // left >= right
    if (fn == Fn::lt) return false;
    if (fn == Fn::ge) return true;
  }
  if (is(right, last) || is(left, first)) { // left <= right
    if (fn == Fn::gt) return false;
    if (fn == Fn::le) return true;
  }
  return std::nullopt;
}

/// What leaves the other argument as it is, on either side or the right one.
static bool isNeutral(Fn fn, Expr arg, bool right) {
  if (arg->kind != Kind::Literal) return false;
  if (const auto nothing = identity(fn, arg->type)) return arg->number.sameBits(*nothing);
  if (!right) return false;
  switch (fn) {
  case Fn::sub:
  case Fn::shiftLeft:
  case Fn::shiftRight:
  case Fn::shiftRightLogical:
    return isLiteral(arg, 0);
  case Fn::div:
    return !info(arg->type).isComplex && isLiteral(arg, 1); // 0 * inf
  default:
    return false;
  }
}

/// What makes the result itself, whatever the other argument.
static bool isAbsorbing(Fn fn, Expr arg) {
  if (info(arg->type).isRounded) return false; // 0 * NaN
  return (fn == Fn::both || fn == Fn::bitAnd || fn == Fn::mul) && isLiteral(arg, 0);
}

/// What to multiply by in place of a division: by a power of two the result is the same, and what
/// divides narrow floats is none that compilers know as a constant.
static std::optional<Number> exactInverse(Fn fn, Expr divisor) {
  const ElementInfo &row = info(divisor->type);
  if (fn != Fn::div || !row.isNarrow || divisor->kind != Kind::Literal) return std::nullopt;
  int exponent;
  if (std::abs(std::frexp(divisor->number.real, &exponent)) != 0.5) return std::nullopt;
  const double inverse = 1 / divisor->number.real;
  const Number number = Number::of(divisor->type, inverse);
  return number.real == inverse ? std::optional(number) : std::nullopt;
}

static Expr simplifyBinary(Fn fn, ElementType type, ArrayRef<Expr> args) {
  if (const std::optional<Number> inverse = exactInverse(fn, args[1]))
    return expr::scalar(Fn::mul, type, {args[0], args[0]->pool->literal(*inverse)});
  if (isNeutral(fn, args[0], false)) return args[1];
  if (isNeutral(fn, args[1], true)) return args[0];
  if (isAbsorbing(fn, args[0])) return args[0];
  if (isAbsorbing(fn, args[1])) return args[1];
  const bool same = args[0] == args[1];
  if (same && isIdempotent(fn)) return args[0];
  if (const auto known = same ? ofEquals(fn, args[0]) : atEnd(fn, args[0], args[1]))
    return args[0]->pool->literal(Number::of(ElementType::i1, int64_t{*known}));
  if (info(fn).predicate)
    if (Expr bound = indexComparison(fn, args)) return bound;
  return indexArithmetic(fn, type, args);
}

static Expr simplifyUnary(Fn fn, ElementType type, Expr arg) {
  if (info(fn).conversion && arg->type == type) return arg;
  if (fn == Fn::bitNot && isFn(arg, Fn::bitNot)) return arg->args[0];
  if (fn == Fn::convert && type != ElementType::i1 && arg->kind == Kind::Cast)
    if (Expr index = indexOf(arg)) return expr::cast(type, index);
  return nullptr;
}

Expr expr::scalar(Fn fn, ElementType type, ArrayRef<Expr> args) {
  assert(static_cast<int>(args.size()) == info(fn).arity && "as many arguments as the line says");
  assert(supports(fn, args[0]->type) && "no such scalar function for this type");
  Pool &pool = *args[0]->pool;
  const bool areLiterals = llvm::all_of(args, [](Expr arg) { return arg->kind == Kind::Literal; });
  if (areLiterals && fn != Fn::term) { // which is rounded only once it is added
    SmallVector<Number, 2> numbers;
    for (Expr arg : args)
      numbers.push_back(arg->number);
    return pool.literal(apply(fn, type, numbers));
  }
  Expr simpler =
      args.size() == 1 ? simplifyUnary(fn, type, args[0]) : simplifyBinary(fn, type, args);
  if (simpler != nullptr) return simpler;
  Node node{.kind = Kind::Scalar, .type = type, .value = static_cast<int64_t>(fn)};
  node.args.assign(args.begin(), args.end());
  return pool.intern(std::move(node));
}

/// What may be read only under a condition stays under a selection: both sides of `both` are
/// computed.
Expr expr::select(Expr condition, Expr yes, Expr no) {
  if (condition->kind == Kind::Literal) return condition->number.isTrue() ? yes : no;
  if (yes == no) return yes;
  if (isFn(condition, Fn::bitNot)) return select(condition->args[0], no, yes);
  if (yes->type == ElementType::i1) {
    if (yes->kind == Kind::Literal && no->kind == Kind::Literal)
      return yes->number.isTrue() ? condition : scalar(Fn::bitNot, ElementType::i1, {condition});
    if (isLiteral(no, 0) && !yes->reads) return both(condition, yes);
  }
  // c ? (d ? x : z) : z = c && d ? x : z
  if (yes->kind == Kind::Select && yes->args[2] == no && !yes->args[0]->reads)
    return select(both(condition, yes->args[0]), yes->args[1], no);
  return condition->pool->intern(
      {.kind = Kind::Select, .type = yes->type, .args = {condition, yes, no}});
}

Expr expr::both(Expr a, Expr b) { return a && b ? scalar(Fn::both, b->type, {a, b}) : a ? a : b; }

// Reductions.

ReduceView::ReduceView(Expr reduce) {
  assert(reduce->kind == Kind::Reduce && "a view of a reduction");
  const ArrayRef<Expr> all(reduce->args);
  const size_t count = reduce->numbers[0];
  values = all.take_front(count);
  combine = all.slice(count, count);
  inits = all.slice(2 * count, reduce->numbers[1] != 0 ? count : 0);
  loops = all.drop_front(2 * count + inits.size());
  const ArrayRef<int64_t> orders = ArrayRef<int64_t>(reduce->numbers).drop_front(2);
  order.resize(loops.size());
  for (size_t k = 0; 2 * k < orders.size(); ++k)
    order[k] = {orders[2 * k], orders[2 * k + 1]};
}

Expr expr::reduce(ArrayRef<Expr> loops, ArrayRef<Expr> values, ArrayRef<Expr> combine,
                  ArrayRef<Expr> inits, ArrayRef<SumOrder> order) {
  assert(values.size() == combine.size() && (inits.empty() || inits.size() == values.size()) &&
         "one combiner, and one init or none, for each value");
  Node node{.kind = Kind::Reduce, .type = values[0]->type};
  node.numbers = {static_cast<int64_t>(values.size()), !inits.empty()};
  assert((order.empty() || order.size() == loops.size()) && "an order for each loop, or none");
  if (!llvm::all_of(order, [](const SumOrder &each) { return each.isPlain(); }))
    for (const SumOrder &each : order)
      node.numbers.append({each.leaves, each.lanes});
  for (ArrayRef<Expr> part : {values, combine, inits, loops})
    node.args.append(part.begin(), part.end());
  return values[0]->pool->intern(std::move(node));
}

/// A reduction over no loops: its one value, after the init.
static Expr combineOnce(const ReduceView &reduce, int number) {
  const bool isCall = reduce.values[number]->kind == Kind::Call; // it adds up itself
  if (isCall && reduce.inits.empty()) return reduce.values[number];
  if (isOrdered(reduce)) {
    Expr value = reduce.values[0];
    if (isTerm(value)) value = expr::scalar(Fn::mul, value->type, value->args);
    Expr zero = value->pool->literal(Number::of(value->type, 0.0));
    return expr::scalar(Fn::add, value->type,
                        {reduce.inits.empty() ? zero : reduce.inits[0], value});
  }
  if (reduce.inits.empty()) return reduce.values[number];
  const int64_t count = static_cast<int64_t>(reduce.values.size());
  Memo memo;
  const auto argument = [&](Expr e) -> Expr {
    if (e->kind != Kind::Arg) return nullptr;
    return e->value < count ? reduce.inits[e->value] : reduce.values[e->value - count];
  };
  return rewrite(reduce.combine[number], argument, memo);
}

Expr expr::item(Expr reduce, int number) {
  assert(reduce->kind == Kind::Reduce && number < reduce->numbers[0] && "an item of a reduction");
  const ReduceView view(reduce);
  if (view.loops.empty()) return combineOnce(view, number);
  return reduce->pool->intern(
      {.kind = Kind::Item, .type = reduce->args[number]->type, .value = number, .args = {reduce}});
}

Expr expr::call(Pool &pool, ElementType type, int routine, int result, int results, double flops,
                ArrayRef<Expr> loads) {
  Node node{.kind = Kind::Call,
            .type = type,
            .value = result,
            .number = Number::of(ElementType::f64, flops)};
  node.args.append(loads.begin(), loads.end());
  node.numbers = {routine, results};
  return pool.intern(std::move(node));
}

} // namespace shardc
