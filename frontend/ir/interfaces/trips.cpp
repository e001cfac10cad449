// SPDX-License-Identifier: Apache-2.0
// How often a loop runs: recognised on formulas, so that the way in which a program counts, or the
// op that compares, does not matter.
#include "frontend/ir/interfaces/trips.h"

#include "frontend/ir/formula/expressions/arithmetic.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// Scalars that are looked through on the way to one.
static constexpr int kMostScalars = 32;

namespace {

/// Scalars as expressions of those that no formula computes: the loads, whose operands they are.
class Scalars {
public:
  explicit Scalars(Pool &pool) : pool(pool) {}

  Expr of(Value value) {
    Operation *op = value.getDefiningOp();
    auto shardable = dyn_cast_or_null<ShardableOp>(op);
    const bool isPlain = shardable && !shardable.constantData() && ++looked <= kMostScalars &&
                         llvm::all_of(op->getOperandTypes(), isScalar);
    if (!isPlain || !isScalar(value.getType())) return leaf(value);
    const Formula formula = *formulaOf(op, pool);
    Memo memo;
    return rewrite(
        formula.results[cast<OpResult>(value).getResultNumber()].value,
        [&](Expr e) { return e->kind == Kind::Load ? of(op->getOperand(e->value)) : nullptr; },
        memo);
  }

  /// The value that an expression is; null if it is computed.
  Value leafOf(Expr e) const { return e->kind == Kind::Load ? leaves[e->value] : Value(); }

private:
  static bool isScalar(Type type) {
    const auto spec = typeOf(type);
    return spec && spec->shape.empty();
  }

  Expr leaf(Value value) {
    const auto *known = llvm::find(leaves, value);
    const int number = static_cast<int>(known - leaves.begin());
    if (known == leaves.end()) leaves.push_back(value);
    return expr::load(pool, typeOf(value.getType())->type, number, {});
  }

  Pool &pool;
  SmallVector<Value, 4> leaves;
  int looked = 0;
};

/// A counter that goes on while `counter fn limit`.
struct Condition {
  Value counter;
  Fn fn;
  __int128 limit;
};

} // namespace

static bool isWhole(Expr e) { return e->kind == Kind::Literal && !e->number.isFloat(); }

static std::optional<Fn> mirrored(Fn fn) {
  switch (fn) {
  case Fn::lt:
    return Fn::gt;
  case Fn::le:
    return Fn::ge;
  case Fn::gt:
    return Fn::lt;
  case Fn::ge:
    return Fn::le;
  case Fn::ne:
    return Fn::ne;
  default:
    return std::nullopt;
  }
}

static std::optional<Condition> conditionOf(Scalars &scalars, Expr more) {
  if (more->kind != Kind::Scalar || more->args.size() != 2) return std::nullopt;
  const Fn fn = static_cast<Fn>(more->value);
  const auto turned = mirrored(fn);
  Expr left = more->args[0], right = more->args[1];
  if (turned && isWhole(right) && scalars.leafOf(left))
    return Condition{scalars.leafOf(left), fn, right->number.wide()};
  if (turned && isWhole(left) && scalars.leafOf(right))
    return Condition{scalars.leafOf(right), *turned, left->number.wide()};
  return std::nullopt;
}

/// What is added to a value of the edge to get `next`.
static std::optional<int64_t> stepOf(Scalars &scalars, const DataFlowEdge &edge, Expr next) {
  if (next->kind != Kind::Scalar || next->args.size() != 2) return std::nullopt;
  Expr left = next->args[0], right = next->args[1];
  const bool adds = next->value == static_cast<int64_t>(Fn::add);
  if (adds && isWhole(left)) std::swap(left, right);
  if (!adds && next->value != static_cast<int64_t>(Fn::sub)) return std::nullopt;
  const Value counter = scalars.leafOf(left);
  if (!counter || !llvm::is_contained(edge.targets, counter) || !isWhole(right))
    return std::nullopt;
  const __int128 step = adds ? right->number.wide() : -right->number.wide();
  if (step < -INT64_MAX || step > INT64_MAX) return std::nullopt;
  return static_cast<int64_t>(step);
}

/// The least and greatest numbers of a type that counters have.
static std::optional<std::pair<__int128, __int128>> rangeOf(ElementType type) {
  if (!isInteger(type)) return std::nullopt;
  return std::pair<__int128, __int128>(lowest(type).wide(), highest(type).wide());
}

/// Trips from `first` in steps of `step` while the condition holds; none where the counter would
/// run over the ends of its type first, or for ever.
static std::optional<int64_t> count(Condition condition, __int128 first, __int128 step,
                                    ElementType type) {
  const auto range = rangeOf(type);
  if (!range || step == 0) return std::nullopt;
  __int128 limit = condition.limit;
  if (condition.fn == Fn::le || condition.fn == Fn::ge) {
    limit += condition.fn == Fn::le ? 1 : -1;
    condition.fn = condition.fn == Fn::le ? Fn::lt : Fn::gt;
  }
  const __int128 way = limit - first;
  const bool upwards = step > 0;
  if (condition.fn == Fn::ne) {
    const __int128 trips = way / step;
    if (way % step != 0 || trips < 0 || trips > INT64_MAX) return std::nullopt;
    return static_cast<int64_t>(trips);
  }
  const bool holds = condition.fn == Fn::lt ? first < limit : first > limit;
  if (!holds) return 0;
  if (upwards != (condition.fn == Fn::lt)) return std::nullopt;
  const __int128 trips = (way + step + (upwards ? -1 : 1)) / step;
  const __int128 last = first + trips * step;
  if (last < range->first || last > range->second || trips > INT64_MAX) return std::nullopt;
  return static_cast<int64_t>(trips);
}

std::optional<int64_t> tripsOf(DataFlowOp loop, Pool &pool) {
  Scalars scalars(pool);
  const auto condition = conditionOf(scalars, scalars.of(loop.decider()));
  if (!condition) return std::nullopt;
  for (const DataFlowEdge &edge : loop.edges()) {
    if (!llvm::is_contained(edge.targets, condition->counter)) continue;
    Expr first = scalars.of(edge.sources[0]);
    const auto step = stepOf(scalars, edge, scalars.of(edge.sources[1]));
    if (!step || !isWhole(first)) return std::nullopt;
    return count(*condition, first->number.wide(), *step, first->type);
  }
  return std::nullopt;
}

/// How an edge counts, if it does, in this many trips.
static std::optional<Counter> counterOf(Scalars &scalars, const DataFlowEdge &edge, int64_t trips) {
  const auto type = typeOf(edge.sources[0].getType());
  const auto range = rangeOf(type->type);
  if (!type->shape.empty() || !range) return std::nullopt;
  Expr first = scalars.of(edge.sources[0]);
  const auto step = stepOf(scalars, edge, scalars.of(edge.sources[1]));
  if (!isWhole(first) || !step) return std::nullopt;
  const __int128 begin = first->number.wide(), end = begin + static_cast<__int128>(*step) * trips;
  const auto [least, most] = std::minmax(begin, end);
  if (least < range->first || most > range->second || least < -kFar || most > kFar)
    return std::nullopt;
  return Counter{static_cast<int64_t>(begin), *step};
}

std::vector<std::optional<Counter>> countersOf(DataFlowOp op, std::optional<int64_t> trips,
                                               Pool &pool) {
  const SmallVector<DataFlowEdge> edges = op.edges();
  std::vector<std::optional<Counter>> counters(edges.size());
  if (!trips) return counters;
  for (auto [counter, edge] : llvm::zip_equal(counters, edges)) {
    Scalars scalars(pool);
    counter = counterOf(scalars, edge, *trips);
  }
  return counters;
}

double timesRun(DataFlowOp op, Pool &pool) {
  if (op.turns() != Turns::loop) return 1;
  return static_cast<double>(tripsOf(op, pool).value_or(1));
}

} // namespace shardc
