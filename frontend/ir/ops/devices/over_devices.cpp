// SPDX-License-Identifier: Apache-2.0
// What manual computations become: formulas over the places on mesh axes.
#include "frontend/ir/dialects/sdy.h"

#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/ops/devices/runs.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

using namespace mlir;

namespace shardc::sdy {

/// Lists of numbers below `limit`.
static FailureOr<SmallVector<SmallVector<int64_t>>> listsOf(FormulaBuilder &b, ArrayAttr attr,
                                                            size_t limit, StringRef what) {
  SmallVector<SmallVector<int64_t>> lists;
  for (Attribute each : attr) {
    auto list = dyn_cast<DenseI64ArrayAttr>(each);
    const bool good = list && llvm::all_of(list.asArrayRef(), [&](int64_t number) {
                        return 0 <= number && number < static_cast<int64_t>(limit);
                      });
    if (failed(b.require(good, "'" + what + "' has to be lists of numbers below " + Twine(limit),
                         Diag::bad_attribute)))
      return failure();
    lists.emplace_back(list.asArrayRef());
  }
  return lists;
}

//===-- an op on each device --------------------------------------------------------------------===

/// The formula of the op in the body, where its operands are what is left of the inputs.
static std::optional<Formula> innerFormula(FormulaBuilder &b, ManualOpOp op,
                                           ArrayRef<SmallVector<int64_t>> dims) {
  Region &body = op.getBody();
  const bool whole =
      body.hasOneBlock() && llvm::hasNItems(body.front(), 2) &&
      body.front().mightHaveTerminator() && dims.size() == op.getInputs().size() &&
      llvm::equal(body.front().getArguments(), body.front().front().getOperands()) &&
      llvm::equal(body.front().front().getResults(), body.front().getTerminator()->getOperands());
  if (failed(b.require(whole && body.getNumArguments() == dims.size(),
                       "its body has to be one op of its arguments", Diag::wrong_region)))
    return std::nullopt;
  for (auto [k, own] : llvm::enumerate(dims)) {
    SmallVector<int64_t> shape;
    for (int64_t dim : own)
      shape.push_back(op.getLeading()[dim]);
    const auto local = typeOf(body.getArgument(k).getType());
    if (local) llvm::append_range(shape, local->shape);
    if (failed(
            b.require(local && b.shape(k) == ArrayRef<int64_t>(shape) && b.type(k) == local->type,
                      "input " + Twine(k) + " is not what its body takes", Diag::shape_mismatch)))
      return std::nullopt;
  }
  return formulaOf(&body.front().front(), b.pool);
}

namespace {

/// Puts leading loops in front of every index of an input that has them. A call is told which they
/// are: it is one of each device's own.
class LeadingAdder {
public:
  LeadingAdder(FormulaBuilder &b, ArrayRef<Expr> leading, ArrayRef<SmallVector<int64_t>> dims)
      : b(b), leading(leading), dims(dims) {}

  Expr add(Expr e) {
    return rewrite(
        e, [&](Expr part) { return leaf(part); }, memo);
  }

private:
  FormulaBuilder &b;
  ArrayRef<Expr> leading;
  ArrayRef<SmallVector<int64_t>> dims;
  Memo memo;

  Expr leaf(Expr part) {
    if (part->kind == Kind::Load) return load(part);
    return part->kind == Kind::Call ? call(part) : nullptr;
  }

  Expr load(Expr part) {
    SmallVector<Expr, 4> at;
    for (int64_t dim : dims[part->value])
      at.push_back(leading[dim]);
    for (Expr index : part->args)
      at.push_back(add(index));
    return b.load(static_cast<int>(part->value), at);
  }

  Expr call(Expr part) {
    CallPositions positions = {static_cast<int>(leading.size()), {}};
    SmallVector<Expr, 4> loads;
    for (Expr own : part->args) {
      const auto &list = dims[own->value];
      positions.operands.emplace_back(list.begin(), list.end());
      loads.push_back(add(own));
    }
    return withPositions(part, loads, positions);
  }
};

} // namespace

LogicalResult ManualOpOp::formula(FormulaBuilder &b) {
  const auto dims = listsOf(b, getDims(), getLeading().size(), "dims");
  if (failed(dims) || b.failed) return failure();
  const auto inner = innerFormula(b, *this, *dims);
  if (!inner) return failure();
  if (failed(b.require(inner->operands.size() == dims->size(), "its body has to have inputs")))
    return failure();
  b.formula.loops = inner->loops;
  SmallVector<Expr, 4> leading;
  for (auto [number, extent] : llvm::enumerate(getLeading()))
    leading.push_back(b.loop(extent, "d" + std::to_string(number)));
  LeadingAdder adder(b, leading, *dims);
  for (const Result &result : inner->results) {
    SmallVector<int64_t, 4> shape(getLeading());
    llvm::append_range(shape, result.type.shape);
    SmallVector<Expr, 4> index(leading);
    llvm::append_range(index, result.index);
    if (failed(b.result(shape, index, adder.add(result.value)))) return failure();
  }
  return success();
}

Attribute ManualOpOp::givenSharding(unsigned result) {
  const auto all = getShardings().getShardings();
  return result < all.size() ? all[result] : ShardingAttr();
}

Passes ManualOpOp::passes() { return cast<ShardableOp>(getBody().front().front()).passes(); }

//===-- moves -----------------------------------------------------------------------------------===

/// The index that a list of loops is the mixed radix of, and its extent.
static std::pair<Expr, int64_t> mixedRadix(FormulaBuilder &b, ArrayRef<int64_t> list,
                                           ArrayRef<Expr> loops) {
  Expr index = b.constant(0);
  int64_t extent = 1;
  for (int64_t each : list) {
    const int64_t size = b.formula.loops[each].extent;
    index = expr::add(expr::mul(index, size), loops[each]);
    extent *= size;
  }
  return {index, extent};
}

LogicalResult ManualMoveOp::formula(FormulaBuilder &b) {
  if (b.failed) return failure();
  const auto from = listsOf(b, getFrom(), getExtents().size(), "from");
  const auto to = listsOf(b, getTo(), getExtents().size(), "to");
  if (failed(from) || failed(to) ||
      failed(b.require(int64_t(from->size()) == b.rank(0),
                       "'from' has to have a list per dimension", Diag::bad_attribute)))
    return failure();
  SmallVector<int64_t> uses(getExtents().size(), 0);
  for (const auto &list : *to)
    for (int64_t loop : list)
      ++uses[loop];
  if (failed(b.require(llvm::all_of(uses, [](int64_t count) { return count == 1; }),
                       "'to' has to have each loop once", Diag::bad_attribute)))
    return failure();
  const auto loops = b.loops(getExtents());
  SmallVector<Expr, 4> at, index;
  SmallVector<int64_t, 4> shape;
  for (auto [dim, list] : llvm::enumerate(*from)) {
    const auto [place, extent] = mixedRadix(b, list, loops);
    if (failed(b.require(list.empty() || extent == b.shape(0)[dim],
                         "dimension " + Twine(dim) + " is not what 'from' says", Diag::bad_bounds)))
      return failure();
    at.push_back(place);
  }
  for (const auto &list : *to) {
    const auto [place, extent] = mixedRadix(b, list, loops);
    index.push_back(place);
    shape.push_back(extent);
  }
  return b.result(shape, index, b.load(0, at));
}

Attribute ManualMoveOp::givenSharding(unsigned) { return getSharding(); }

//===-- reductions ------------------------------------------------------------------------------===

LogicalResult ManualReduceOp::formula(FormulaBuilder &b) {
  if (b.failed || failed(b.requireDimensions(getDims(), b.rank(0), "dims"))) return failure();
  const auto loops = b.loops(b.shape(0));
  SmallVector<Expr, 4> over, index;
  SmallVector<int64_t, 4> shape;
  for (auto [dim, loop] : llvm::enumerate(loops)) {
    if (llvm::is_contained(getDims(), static_cast<int64_t>(dim))) {
      over.push_back(loop);
      continue;
    }
    index.push_back(loop);
    shape.push_back(b.shape(0)[dim]);
  }
  const SmallVector<Along, 4> along(over.size(), Along::devices);
  const auto reduced = b.reduce(over, b.load(0, loops), {}, getBody(), along);
  return b.failed ? failure() : b.result(shape, index, reduced.front());
}

Attribute ManualReduceOp::givenSharding(unsigned) { return getSharding(); }

//===-- permutations ----------------------------------------------------------------------------===

/// Whether every place has what lies `step` before it, around the end.
static bool isRotation(ArrayRef<int64_t> sources) {
  const auto count = static_cast<int64_t>(sources.size());
  for (auto [place, source] : llvm::enumerate(sources))
    if (source != (sources[0] + static_cast<int64_t>(place)) % count) return false;
  return sources[0] >= 0;
}

LogicalResult ManualPermuteOp::formula(FormulaBuilder &b) {
  if (b.failed || failed(b.requireDimensions(getDims(), b.rank(0), "dims"))) return failure();
  const ArrayRef<int64_t> sources = getSources();
  int64_t places = 1;
  for (int64_t dim : getDims())
    places *= b.shape(0)[dim];
  const bool good =
      !sources.empty() && places == static_cast<int64_t>(sources.size()) &&
      llvm::all_of(sources, [&](int64_t source) { return -1 <= source && source < places; });
  if (failed(b.require(good, "'sources' has to have a place for each", Diag::bad_attribute)))
    return failure();
  const auto loops = b.loops(b.shape(0));
  Expr place = b.constant(0);
  for (int64_t dim : getDims())
    place = expr::add(expr::mul(place, b.shape(0)[dim]), loops[dim]);
  const auto readFrom = [&](Expr source) {
    SmallVector<Expr, 4> at(loops);
    int64_t unit = places;
    for (int64_t dim : getDims()) {
      unit /= b.shape(0)[dim];
      at[dim] = getDims().size() == 1 ? source : expr::digit(source, unit, b.shape(0)[dim]);
    }
    return b.load(0, at);
  };
  if (isRotation(sources))
    return b.result(b.shape(0), loops, readFrom(expr::mod(expr::add(place, sources[0]), places)));
  const auto runs = runsOf(sources);
  const auto valueOf = [&](const Run &run) {
    if (run.source < 0) return b.integer(b.type(0), 0);
    const int64_t first = run.source - run.step * run.first;
    return readFrom(expr::add(expr::mul(place, run.step), first));
  };
  // Halves of halves, so that the formula is as deep as the logarithm of the runs.
  const std::function<Expr(ArrayRef<Run>)> among = [&](ArrayRef<Run> some) -> Expr {
    if (some.size() == 1) return valueOf(some.front());
    const auto left = some.take_front(some.size() / 2), right = some.drop_front(left.size());
    return b.select(expr::within(place, 0, right.front().first), among(left), among(right));
  };
  return b.result(b.shape(0), loops, among(runs));
}

Attribute ManualPermuteOp::givenSharding(unsigned) { return getSharding(); }

//===-- which device this is --------------------------------------------------------------------===

LogicalResult ManualPlaceOp::formula(FormulaBuilder &b) {
  if (failed(b.requireLength(getUnits(), getExtents().size(), "units"))) return failure();
  const TensorSpec type = b.declared();
  if (b.failed ||
      failed(b.require(!info(type.type).isBoolean, "it is not defined for i1", Diag::wrong_type)))
    return failure();
  const auto loops = b.loops(getExtents());
  Expr place = b.constant(0);
  for (auto [loop, unit] : llvm::zip_equal(loops, getUnits()))
    place = expr::add(place, expr::mul(loop, unit));
  return b.result(getExtents(), loops, expr::cast(type.type, place));
}

} // namespace shardc::sdy
