// SPDX-License-Identifier: Apache-2.0
// Sums of floats as statements, in the order of frontend/ir/formula/sum_order.h. A loop with leaves
// is a tree and a loop over those that its shards hold; a leaf is a variable that starts from zero,
// or an array of them for a block of results. Lanes are an array where processors work on vectors:
// neighbours in a row go to neighbours in the array. Where each lane would be an array itself, or
// there are no vectors, lanes are made one after the other, and the tree is one over the lanes of
// all leaves: their number in a leaf is a power of two.
#include "codegen/kernel/body/body.h"
#include "codegen/kernel/view/leaves.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

using Form = LoopView::Form;

SmallVector<int64_t, 2> BodyBuilder::OrderedSum::extents() const {
  SmallVector<int64_t, 2> extents;
  for (const TileLoop &each : over)
    extents.push_back(each.size);
  return extents;
}

void BodyBuilder::reduceOrdered(Expr e, const ReductionPlan &plan, ArrayRef<TileLoop> over) {
  const ReduceView reduce(e);
  const OrderedSum sum{expr::item(e, 0), reduce, plan, over, neverEmpty(reduce.loops)};
  const Place place = sumOver(sum, 0);
  if (plan.initAtEnd) {
    if (auto *total = std::get_if<Total>(&statements->back().node)) total->isFinal = false;
    if (auto *lanes = std::get_if<SumLanes>(&statements->back().node)) lanes->isFinal = false;
    forEachOf(over, [&] {
      if (!over.empty()) prepare(reduce.inits);
      add(Accumulate{place, *plan.fn, reduce.inits[0], /*valueFirst=*/true});
    });
  }
  add(Bind{e, {place}});
  setReduced(e, place);
  bindKept(reduce);
}

/// Runs `make` inside of a loop: what it names ends there.
void BodyBuilder::within(llvm::function_ref<void()> make) {
  const State before = save();
  const llvm::DenseSet<int> blocks = openBlocks;
  make();
  openBlocks = blocks;
  restore(before);
}

bool BodyBuilder::isOneIndex(const OrderedSum &sum, size_t k) const {
  return view.loops[sum.reduce.loops[k]->value].form != Form::looped;
}

/// How many sums wait in a tree of `count` leaves.
static int64_t waiting(int64_t count, bool nest) {
  const int64_t levels = llvm::Log2_64(static_cast<uint64_t>(std::max<int64_t>(count, 1))) + 1;
  return nest ? levels : 2 * levels;
}

/// A variable for the sum over loop `k` and those in it.
Place BodyBuilder::sumOver(const OrderedSum &sum, size_t k) {
  if (sum.mayHoist) hoist(sum.reduce.values, loopsFrom(sum.reduce, k));
  const std::string &called = sum.plan.names[0];
  const SumOrder &order = sum.reduce.order[k];
  if (isOneIndex(sum, k)) return sumOfLeaf(sum, k, called);
  const HeldLeaves held = heldOf(view, sum.reduce, k);
  const bool oneByOne = order.lanes > 1 && !(onVectors && sum.over.empty());
  if (held.most <= 1 && !oneByOne) return sumOfLeaf(sum, k, called);
  const int loop = static_cast<int>(sum.reduce.loops[k]->value);
  const std::string tree = scope.fresh("tree");
  const int64_t lanes = oneByOne ? order.lanes : 1;
  add(DeclareTree{tree, sum.type(), sum.extents(),
                  waiting(std::max<int64_t>(held.most, 1) * lanes, held.nest)});
  if (held.most <= 1)
    addLanes(sum, k, tree, {});
  else if (held.size == 1 && haveCommonSize(loop, held))
    leavesOfOne(sum, k, tree);
  else
    leaves(loop, order, held, [&](const LeafNumber &number) {
      if (oneByOne) return addLanes(sum, k, tree, number);
      addLeaf(sum, tree, number, sumOfLeaf(sum, k, "leaf_sum"));
    });
  const Place total = placeInBlock(freshFor(sum.made, called), sum.over);
  add(Total{tree, total.variable, sum.type(), sum.extents()});
  return total;
}

void BodyBuilder::addLeaf(const OrderedSum &sum, const std::string &tree, const LeafNumber &number,
                          const Place &leaf) {
  int64_t elements = 1;
  for (const int64_t extent : sum.extents())
    elements *= extent;
  add(AddLeaf{tree, number, leaf.variable, elements});
}

/// Whether leaves are blocks of one size, whose places are their numbers.
bool BodyBuilder::haveCommonSize(int loop, const HeldLeaves &held) const {
  return held.size > 0 && (held.nest || !view.loops[loop].isLocal);
}

/// Each index is a leaf, so the loop over leaves is the loop itself.
void BodyBuilder::leavesOfOne(const OrderedSum &sum, size_t k, const std::string &tree) {
  const int number = static_cast<int>(sum.reduce.loops[k]->value);
  const auto inside = [](llvm::function_ref<void()> make) { make(); };
  within([&] {
    loop(number, [&] {
      const Place leaf = sumOfOne(sum, k, "leaf_sum", inside);
      addLeaf(sum, tree, {.from = view.loops[number].name, .size = 1}, leaf);
    });
  });
}

/// Opens the loop over leaves.
void BodyBuilder::leaves(int loop, const SumOrder &order, const HeldLeaves &held,
                         llvm::function_ref<void(const LeafNumber &)> make) {
  const LoopView &here = view.loops[loop];
  const std::string from = scope.fresh(here.name + "_from");
  if (haveCommonSize(loop, held)) {
    For blocks;
    blocks.loop = loop;
    blocks.over = For::Over::blocks;
    blocks.size = held.size;
    blocks.from = from;
    within([&] {
      openBlocks.insert(loop);
      inside(blocks.body, [&] { make({.from = from, .size = held.size}); });
    });
    return add(std::move(blocks));
  }
  ForLeaves leaves;
  leaves.loop = loop;
  leaves.leaves = order.leaves;
  leaves.whole = held.whole;
  leaves.leaf = scope.fresh("leaf");
  leaves.from = from;
  leaves.to = scope.fresh(here.name + "_to");
  within([&] {
    openBlocks.insert(loop);
    inside(leaves.body, [&] { make({.leaf = leaves.leaf}); });
  });
  add(std::move(leaves));
}

/// A variable for what the leaf that is open gives, or all indices where none is.
Place BodyBuilder::sumOfLeaf(const OrderedSum &sum, size_t k, const std::string &called) {
  if (!isOneIndex(sum, k) && sum.reduce.order[k].lanes > 1) return sumOfLanes(sum, k, called);
  return sumOfOne(sum, k, called, [&](llvm::function_ref<void()> make) {
    const int number = static_cast<int>(sum.reduce.loops[k]->value);
    if (!openBlocks.contains(number)) return loop(number, make);
    For leaf;
    leaf.loop = number;
    leaf.over = For::Over::block;
    inside(leaf.body, make);
    add(std::move(leaf));
  });
}

/// A variable that starts from zero, and the loop that `open` opens, with the terms in it.
Place BodyBuilder::sumOfOne(const OrderedSum &sum, size_t k, const std::string &called,
                            llvm::function_ref<void(llvm::function_ref<void()>)> open) {
  const Place place = placeInBlock(freshFor(sum.made, called), sum.over);
  Declare zero{place.variable, sum.type(), sum.extents()};
  zero.start = sum.over.empty() ? Declare::Start::value : Declare::Start::zeros;
  if (sum.over.empty()) zero.value = startOf(sum.reduce, sum.plan, 0);
  add(std::move(zero));
  const auto terms = [&] { open([&] { addTerms(sum, k + 1, place); }); };
  isOneIndex(sum, k) ? sequence(terms) : within(terms);
  return place;
}

/// The lanes of a leaf are neighbours in an array.
Place BodyBuilder::sumOfLanes(const OrderedSum &sum, size_t k, const std::string &called) {
  const int loop = static_cast<int>(sum.reduce.loops[k]->value);
  const int64_t count = sum.reduce.order[k].lanes;
  Place lanes = Place::of(scope.fresh("lanes"));
  lanes.inBlockOf = {loop};
  Declare zeros{lanes.variable, sum.type(), {count}};
  zeros.start = Declare::Start::zeros;
  add(std::move(zeros));
  For blocks, block;
  blocks.loop = block.loop = loop;
  blocks.over = For::Over::blocks;
  blocks.size = count;
  block.over = For::Over::block;
  block.lane = scope.fresh("lane");
  within([&] {
    const std::string &name = view.loops[loop].name;
    blocks.from = scope.fresh(name + "_from");
    const std::optional<int64_t> extent = view.loops[loop].extent;
    const HeldLeaves held = heldOf(view, sum.reduce, k);
    const int64_t size = held.most > 1 ? held.size : extent.value_or(0);
    if (size == 0 || size % count != 0) blocks.to = scope.fresh(name + "_to");
    openBlocks.insert(loop);
    inside(blocks.body, [&] {
      inside(block.body, [&] { addTerms(sum, k + 1, lanes); });
      add(std::move(block));
    });
  });
  add(std::move(blocks));
  const std::string variable = freshFor(sum.made, called);
  add(SumLanes{variable, lanes.variable, sum.type(), count});
  return Place::of(variable);
}

/// One lane after the other goes into the tree.
void BodyBuilder::addLanes(const OrderedSum &sum, size_t k, const std::string &tree,
                           LeafNumber number) {
  const int loop = static_cast<int>(sum.reduce.loops[k]->value);
  ForLanes lanes;
  lanes.lanes = number.lanes = sum.reduce.order[k].lanes;
  within([&] {
    lanes.lane = number.lane = scope.fresh("lane");
    inside(lanes.body, [&] {
      const Place lane = sumOfOne(sum, k, "lane_sum", [&](llvm::function_ref<void()> make) {
        For each;
        each.loop = loop;
        each.over = For::Over::lane;
        each.size = lanes.lanes;
        each.from = lanes.lane;
        inside(each.body, make);
        add(std::move(each));
      });
      addLeaf(sum, tree, number, lane);
    });
  });
  add(std::move(lanes));
}

/// Adds what the loops from `k` on give.
void BodyBuilder::addTerms(const OrderedSum &sum, size_t k, const Place &into) {
  Accumulators sums;
  sums.places = {into};
  if (k == sum.reduce.loops.size()) {
    if (sum.over.empty()) return accumulate(sum.reduce, sum.plan, sums);
    return accumulateTiled(sum.reduce, sum.plan, into, sum.over);
  }
  const int number = static_cast<int>(sum.reduce.loops[k]->value);
  if (isOneIndex(sum, k) || sum.reduce.order[k].isPlain()) {
    if (sum.mayHoist) hoist(sum.reduce.values, loopsFrom(sum.reduce, k));
    const auto terms = [&] { addTerms(sum, k + 1, into); };
    const bool isInnermost = k + 1 == sum.reduce.loops.size();
    return within(
        [&] { isInnermost ? loopOfTerms(number, sum.reduce.values, terms) : loop(number, terms); });
  }
  const Place own = sumOver(sum, k);
  forEachOf(sum.over, [&] {
    add(Accumulate{into, *sum.plan.fn, sum.reduce.values[0], /*valueFirst=*/false, own});
  });
}

} // namespace shardc
