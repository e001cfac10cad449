// SPDX-License-Identifier: Apache-2.0
// For each result: all that bounds inference says is read has to be filled, and what is written
// fits the window. Loops that devices share, and operands that are partial sums, make one; each
// term may have one such factor. What is known of contents, as that they are zero, goes on to the
// result.
#include "codegen/check/check_kernels.h"

#include "codegen/check/check_linear.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/updates.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

void KernelChecker::compute(const Step &step, ArrayRef<int64_t> trips) {
  checkTrips(step, trips);
  checkWhole(step);
  std::vector<Content> made;
  for (size_t result = 0; result < step.outs.size(); ++result)
    made.push_back(isUpdate(step, result) ? updated(step, static_cast<int>(result))
                                          : computed(step, static_cast<int>(result)));
  for (auto [out, content] : llvm::zip_equal(step.outs, made))
    contents.fill(out, std::move(content));
}

void KernelChecker::checkTrips(const Step &step, ArrayRef<int64_t> trips) {
  const auto [known, fresh] = knownTrips.try_emplace(step.kernel);
  if (fresh) known->second = tripsIn(function.kernels[step.kernel].formula);
  for (Expr trip : known->second) {
    const auto depth = static_cast<size_t>(trip->value);
    if (depth >= trips.size() || trips[depth] != trip->numbers[0])
      state.fail(step, "it counts " + std::to_string(trip->numbers[0]) +
                           " trips of a loop that is not around it");
  }
}

void KernelChecker::checkWhole(const Step &step) {
  const Kernel &kernel = function.kernels[step.kernel];
  for (auto [loop, span] : llvm::zip_equal(kernel.formula.loops, kernel.loops)) {
    if (!loop.isWhole) continue;
    const Varying<Interval> all = intervalsOf(boxes.grid, span);
    for (const Interval &own : *all.values)
      if (!own.empty() && (own.lo != 0 || own.hi != loop.extent))
        return state.fail(step,
                          "a device does a part of '" + loop.name + "', which is to be whole");
  }
}

bool KernelChecker::isUpdate(const Step &step, size_t result) const {
  return updates(function.kernels[step.kernel].formula.results[result]);
}

Content KernelChecker::updated(const Step &step, int result) {
  const int out = step.outs[result];
  const Content before = contents[out];
  const Content update = computed(step, result);
  if (!contents.holds(out, *update.filled))
    state.fail(step, state.nameOf(out) + " is updated, of which not all is there");
  if (!before.partial.over.empty() ||
      (!update.partial.over.empty() && !mayEnterEach(before, update.partial, step, result)))
    state.fail(step, state.nameOf(out) + " is updated, and a partial sum");
  return {before.filled, update.partial};
}

bool KernelChecker::mayEnterEach(const Content &before, const PartialSum &update, const Step &step,
                                 int result) const {
  const Result &pushed = function.kernels[step.kernel].formula.results[result];
  if (!isPushed(pushed)) return false;
  const auto fn = combinerOfBody(pushed.combine);
  if (!fn || *fn != update.combine) return false;
  if (isIdempotent(*fn)) return true;
  const Number nothing = *identity(*fn, pushed.type.type);
  return (nothing.is(0) && before.isZero) ||
         (before.literal && before.literal->number.sameBits(nothing));
}

Content KernelChecker::computed(const Step &step, int result) {
  const Access &access = accessOf(step.kernel, result);
  const int out = step.outs[result];
  for (const auto &[operand, read] : access.reads) {
    const int in = step.ins[operand];
    if (!contents.holds(in, read))
      state.fail(step, "device " + boxes.first(read, contents[in].filled) + " of " +
                           state.nameOf(in) + " is read, which is not held" + contents.whyLost(in));
  }
  const SharedBoxes &window = state.windowOf(out);
  if (!boxes.covers(window, access.written))
    state.fail(step, "device " + boxes.first(access.written, window) + " of " + state.nameOf(out) +
                         " is written, beside its window");
  Content made{access.written, partialSumIn(step, result)};
  const Content copied = copiedBy(step, result);
  made.isZero = access.partial.isZero || copied.isZero || emptyEverywhere(access.written);
  made.literal = access.partial.literal ? access.partial.literal : copied.literal;
  return made;
}

Content KernelChecker::copiedBy(const Step &step, int result) const {
  Expr value = function.kernels[step.kernel].formula.results[result].value;
  return value->kind == Kind::Load ? contents[step.ins[value->value]] : Content();
}

const Access &KernelChecker::accessOf(int number, int result) {
  const auto [known, fresh] = accesses.try_emplace({number, result});
  if (!fresh) return known->second;
  known->second = shardc::accessOf(function.kernels[number], result, boxes.grid);
  if (!known->second.isProven)
    state.fail("kernel '" + function.kernels[number].name +
               "' reads or writes other boxes than all devices together");
  return known->second;
}

static bool areApart(const PartialSum &a, const PartialSum &b) {
  return llvm::none_of(a.over, [&](int axis) { return b.over.contains(axis); });
}

/// Whether an operand is read in the terms of the reduction that a value is, and nowhere else.
static bool isTermAlone(Expr value, int operand) {
  if (value->kind != Kind::Item) return false;
  return llvm::all_of(ReduceView(value->args[0]).inits,
                      [&](Expr init) { return loadsOf(init, operand).empty(); });
}

/// Whether a value is an operand's elements reduced by this function alone: of results of parts by
/// the same one, it is such a result.
static bool isReduced(Expr value, int operand, Fn by) {
  if (value->kind != Kind::Item) return false;
  const ReduceView view(value->args[0]);
  const auto isNothing = [&](Expr init) {
    const auto nothing = identity(by, init->type);
    return init->kind == Kind::Literal && nothing && nothing->sameBits(init->number);
  };
  const auto isLoad = [](Expr e) { return e->kind == Kind::Load; };
  Expr term = view.values[0];
  return combiner(view) == by && isLoad(term) && term->value == operand &&
         llvm::none_of(term->args, [&](Expr index) { return anyUnder(index, isLoad); }) &&
         llvm::all_of(view.inits, isNothing);
}

PartialSum KernelChecker::partialSumIn(const Step &step, int result) {
  const Kernel &kernel = function.kernels[step.kernel];
  const Access &access = accessOf(step.kernel, result);
  const KernelPartials &own = access.partial;
  if (!own.problem.empty()) state.fail(step, own.problem);
  PartialSum sum = own.made;
  Expr value = kernel.formula.results[result].value;
  if (sum.over.empty() && value->kind == Kind::Load) { // a copy is combined as what it is of
    sum = contents[step.ins[value->value]].partial;
    sum.over.clear();
  }
  SmallVector<bool, 4> marked(step.ins.size(), false), areZero = marked;
  bool areTerms = true, isTotal = false;
  for (const auto &[operand, read] : access.reads) {
    const int in = step.ins[operand];
    const PartialSum &given = contents[in].partial;
    areZero[operand] = given.over.empty() && contents[in].isZero;
    if (given.over.empty()) continue;
    marked[operand] = true;
    sum.over.insert(given.over.begin(), given.over.end());
    PartialSum both = given;
    // Each term of a share of a loop may be a partial sum over other axes.
    const bool isTerm = own.isResult && isTermAlone(value, operand) && areApart(own.made, given);
    if (given.combine != kSum && isReduced(value, operand, given.combine) &&
        areApart(own.made, given)) {
      sum.combine = given.combine;
      isTotal = true; // it reads nothing else
    }
    if (isTerm) both.over.insert(own.made.over.begin(), own.made.over.end());
    areTerms = areTerms && isTerm;
    if (both != sum)
      state.fail(step, state.nameOf(in) + " is a partial sum, of another sum than the result");
  }
  if (placesByPartial(kernel.formula.results[result], marked))
    state.fail(step, "where it writes depends on partial sums that have not been combined");
  const bool isReduction = own.isResult && !llvm::is_contained(marked, true);
  // Zero, as sums that loops carry begin, is a partial sum of any.
  if (!sum.over.empty() && !sum.asBits && !isReduction && !isTotal &&
      !hasOnePartialPerTerm(kernel, result, marked, areZero, state.plan.isFast, areTerms))
    state.fail(step, "it is not linear in partial sums that have not been combined");
  return sum;
}

bool KernelChecker::placesByPartial(const Result &result, ArrayRef<bool> marked) {
  const auto isMarked = [&](Expr e) { return e->kind == Kind::Load && marked[e->value]; };
  return (result.where && anyUnder(result.where, isMarked)) ||
         llvm::any_of(result.index, [&](Expr index) { return anyUnder(index, isMarked); });
}

} // namespace shardc
