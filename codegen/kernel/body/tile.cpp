// SPDX-License-Identifier: Apache-2.0
// Reductions under blocks of results: arrays of accumulators.
#include "codegen/kernel/body/body.h"

#include "codegen/kernel/view/facts.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace shardc {

/// The loops of the tile, in blocks; inside of them reductions, and then one block of the rest: row
/// by row, where results are written in rows.
void BodyBuilder::tiled(ArrayRef<int> numbers, ArrayRef<Expr> roots,
                        llvm::function_ref<void()> make) {
  const Tile &whole = *std::exchange(tile, nullptr);
  const ArrayRef<int> rest = numbers.drop_front(whole.depth);
  blocks(whole.loops, [&] {
    for (Expr load : whole.turned)
      keepInBlock(load, whole.loops, "turned");
    for (Expr e : whole.reductions)
      reduceTiled(e, whole);
    if (!mayStoreRows(whole, rest, roots))
      return overBlock(whole.loops, [&] { loops(rest, roots, make); });
    inRows(rest, whole.loops, roots, make);
  });
}

/// Opens the loops one in the other, and the block last: what the inner ones do not change is kept
/// for all of it.
void BodyBuilder::inRows(ArrayRef<int> numbers, ArrayRef<TileLoop> over, ArrayRef<Expr> roots,
                         llvm::function_ref<void()> make) {
  if (numbers.empty()) return overBlock(over, make);
  const auto isOfBlock = [&](Expr e) {
    return llvm::any_of(
        over, [&](const TileLoop &each) { return llvm::is_contained(freeLoops(e), each.loop); });
  };
  // What a reduction in one of them uses may be one itself, of what comes after.
  for (auto found = invariantsOf(roots, numbers); !found.empty();
       found = invariantsOf(roots, numbers))
    for (Expr e : found)
      isOfBlock(e) ? keepInBlock(e, over, "of_column") : name(e);
  loop(numbers.front(), [&] { inRows(numbers.drop_front(), over, roots, make); });
}

/// Whether results have neighbours along the tile's one loop, and the loops in it no reduction.
bool BodyBuilder::mayStoreRows(const Tile &whole, ArrayRef<int> rest, ArrayRef<Expr> roots) const {
  const auto isLooped = [&](int loop) { return view.loops[loop].form == LoopView::Form::looped; };
  if (!whole.readsRows || whole.loops.size() != 1 || llvm::none_of(rest, isLooped)) return false;
  const auto isRow = [&](size_t k) {
    return accessOf(view, static_cast<int>(k), results[k].index).stride(whole.loops[0].loop) ==
           Stride::one;
  };
  llvm::DenseSet<Expr> seen;
  return llvm::all_of(llvm::seq(results.size()), isRow) &&
         llvm::none_of(roots, [&](Expr root) { return hasReduction(root, seen); });
}

/// A block of a value in an array, made along the rows that it is read in.
void BodyBuilder::keepInBlock(Expr value, ArrayRef<TileLoop> over, const char *called) {
  const Place element = placeInBlock(scope.fresh(called), over);
  Declare array{element.variable, value->type};
  for (const TileLoop &each : over)
    array.extents.push_back(each.size);
  add(std::move(array));
  const SmallVector<TileLoop, 2> reversed(llvm::reverse(over));
  forEachOf(reversed, [&] { add(Store{element, value}); });
  add(Bind{value, {element}});
  known.named[value] = element.variable;
}

/// Opens the loops that step from block to block.
void BodyBuilder::blocks(ArrayRef<TileLoop> over, llvm::function_ref<void()> make) {
  if (over.empty()) return make();
  const TileLoop &first = over.front();
  const auto rest = [&] { blocks(over.drop_front(), make); };
  if (first.isSingle) {
    openBlocks.erase(first.loop);
    return rest();
  }
  const std::string &name = view.loops[first.loop].name;
  For loop;
  loop.loop = first.loop;
  loop.over = For::Over::blocks;
  loop.size = first.size;
  loop.from = scope.fresh(name + "_from");
  openBlocks.insert(first.loop);
  const std::optional<int64_t> extent = view.loops[first.loop].extent;
  if (!extent || *extent % first.size != 0) loop.to = scope.fresh(name + "_to");
  inside(loop.body, rest);
  add(std::move(loop));
}

/// Opens the loops over one block.
void BodyBuilder::overBlock(ArrayRef<TileLoop> over, llvm::function_ref<void()> make) {
  if (over.empty()) return make();
  const TileLoop &first = over.front();
  const auto rest = [&] { overBlock(over.drop_front(), make); };
  if (first.isSingle) return loop(first.loop, rest);
  For loop;
  loop.loop = first.loop;
  loop.over = For::Over::block;
  inside(loop.body, rest);
  add(std::move(loop));
}

Place BodyBuilder::placeInBlock(const std::string &array, ArrayRef<TileLoop> over) {
  Place place = Place::of(array);
  for (const TileLoop &each : over)
    place.inBlockOf.push_back(each.loop);
  return place;
}

/// Values of the innermost loop, a block of them before the first is taken: in an array, or in the
/// result's elements where they are kept.
void BodyBuilder::accumulateTerms(const ReduceView &reduce, const ReductionPlan &plan,
                                  const Accumulators &into, const std::string &terms) {
  const TileLoop over = rowBlock(view, static_cast<int>(reduce.loops.back()->value));
  Expr value = reduce.values[0];
  const auto inResult = kept.find(value);
  blocks(over, [&] {
    const bool isKept = inResult != kept.end();
    const Place term = isKept ? inResult->second.place : placeInBlock(terms, over);
    if (!isKept) add(Declare{terms, value->type, {over.size}});
    fillTerms(value, term, over);
    overBlock(over, [&] { add(Accumulate{into.places[0], *plan.fn, value, false, term}); });
  });
}

void BodyBuilder::fillTerms(Expr value, const Place &term, ArrayRef<TileLoop> over) {
  forEachOf(over, [&] {
    prepare(value);
    assign({Store{term, nullptr}}, value);
  });
}

const KeptTerms *BodyBuilder::keptTermsOf(Expr e) const {
  const auto *found = llvm::find_if(keptTerms, [&](const auto &each) { return each.reduce == e; });
  return found == keptTerms.end() ? nullptr : found;
}

/// All terms of the row, which are there for what comes after it, too.
void BodyBuilder::accumulateKept(const ReduceView &reduce, const ReductionPlan &plan,
                                 const Accumulators &into, const KeptTerms &terms) {
  const int own = static_cast<int>(reduce.loops[0]->value);
  const TileLoop over{own, view.loops[own].largest, /*isSingle=*/true};
  Expr value = reduce.values[0];
  const Place term = placeInBlock(scope.fresh("terms"), over);
  add(Declare{term.variable, value->type, {over.size}});
  fillTerms(value, term, over);
  forEachOf(over, [&] { add(Accumulate{into.places[0], *plan.fn, value, false, term}); });
  add(Bind{terms.later, {placeInBlock(term.variable, TileLoop{terms.loop})}});
  known.named[terms.later] = term.variable;
}

void BodyBuilder::reduceTiled(Expr e, const Tile &whole) {
  const ReduceView reduce(e);
  const ReductionPlan plan = planOf(reduce);
  const SmallVector<int, 8> used = freeLoops(e);
  SmallVector<TileLoop, 2> over;
  for (const TileLoop &each : whole.loops)
    if (llvm::is_contained(used, each.loop)) over.push_back(each);
  if (hasTree(reduce)) return reduceOrdered(e, plan, over);
  const Place element = placeInBlock(scope.fresh(plan.names[0]), over);
  declareTiled(reduce, plan, element, over);
  loops(loopsFrom(reduce, 0), {}, [&] { accumulateTiled(reduce, plan, element, over); });
  if (plan.initAtEnd)
    forEachOf(over, [&] {
      prepare(reduce.inits);
      add(Accumulate{element, *plan.fn, reduce.inits[0], /*valueFirst=*/true});
    });
  add(Bind{e, {element}});
  setReduced(e, element);
  bindKept(reduce);
}

/// What does not change in the innermost loop stands before it where it is long.
void BodyBuilder::accumulateTiled(const ReduceView &reduce, const ReductionPlan &plan,
                                  const Place &element, ArrayRef<TileLoop> over) {
  Accumulators into;
  into.places = {element};
  Expr value = reduce.values[0];
  forEachOf(over.drop_back(), [&] {
    nameInvariants(value, over.back().loop);
    nameParts(value, over.back().loop);
    overBlock(over.take_back(), [&] { accumulate(reduce, plan, into); });
  });
  if (over.size() > 1) writeOut(over.front());
}

/// Rows of sums that are known in number stay in registers where their loop is written out: those
/// of all blocks but the last, where in_blocks() has them.
void BodyBuilder::writeOut(const TileLoop &block) {
  auto &made = std::get<Sequence>(statements->back().node);
  auto *loop = std::get_if<For>(&made.body.front().node);
  if (loop && view.loops[block.loop].extent.value_or(0) > 0) loop->writtenOut = block.size;
}

/// Opens the loops over one block, whose variables end with it.
void BodyBuilder::forEachOf(ArrayRef<TileLoop> over, llvm::function_ref<void()> make) {
  sequence([&] { overBlock(over, make); });
}

/// An array for a block, and a loop where it does not start from zero.
void BodyBuilder::declareTiled(const ReduceView &reduce, const ReductionPlan &plan,
                               const Place &element, ArrayRef<TileLoop> over) {
  Expr start = startOf(reduce, plan, 0);
  const bool isLiteral = start->kind == Kind::Literal;
  Declare array{element.variable, reduce.values[0]->type};
  for (const TileLoop &loop : over)
    array.extents.push_back(loop.size);
  const bool isZero =
      isLiteral && start->number.sameBits(Number::of(reduce.values[0]->type, int64_t(0)));
  if (isZero) array.start = Declare::Start::zeros;
  add(std::move(array));
  if (isZero) return;
  forEachOf(over, [&] {
    if (!isLiteral) prepare({start});
    add(Store{element, start});
  });
}

} // namespace shardc
