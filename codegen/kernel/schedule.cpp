// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/schedule.h"

#include "codegen/kernel/body/body.h"
#include "codegen/kernel/constants.h"
#include "codegen/kernel/estimate.h"
#include "codegen/kernel/forms/running.h"
#include "codegen/kernel/forms/tiled_product.h"
#include "codegen/kernel/forms/turned.h"
#include "codegen/kernel/grid.h"
#include "codegen/kernel/in_vectors.h"
#include "codegen/kernel/read_ahead.h"
#include "codegen/kernel/strategies/strategies.h"
#include "codegen/kernel/view/choices.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

/// Threads of a block that pushes.
static constexpr int64_t kPushing = 256;

/// What runs under loops that are around the kernel.
static KernelTree underLoops(const KernelView &view, ArrayRef<int> around, Nest nest, Tile tile) {
  const auto isInside = [&](int loop) { return !llvm::is_contained(around, loop); };
  if (std::optional<PackedProduct> product = packedProductOf(view, nest, tile)) {
    product->outer = llvm::filter_to_vector<4>(product->outer, isInside);
    setOuterLast(view, *product);
    return BodyBuilder(view).build(*product);
  }
  const auto inside = llvm::filter_to_vector<8>(nest.order, isInside);
  nest.order.assign(around.begin(), around.end());
  llvm::append_range(nest.order, inside);
  KernelTree tree = BodyBuilder(view, &tile).build(nest, around.size());
  tree.tile = std::move(tile);
  tree.wide = true; // as the loops around it are
  return tree;
}

/// Neighbours in memory that a block has. Where an update finds all of them by one number, they are
/// as many as divide them: then its threads look at updates together.
static int64_t neighboursOf(const KernelView &view, ArrayRef<int> loops, Expr found) {
  const int64_t own = mostIndices(view, loops);
  const bool areAlike =
      llvm::none_of(freeLoops(found), [&](int loop) { return llvm::is_contained(loops, loop); });
  const int64_t dividing = own & -own; // a power of two
  if (areAlike && dividing >= kWarp) return std::min(dividing, kPushing);
  return static_cast<int64_t>(llvm::PowerOf2Ceil(static_cast<uint64_t>(std::min(own, kWarp))));
}

/// Threads have the elements that go their own ways. Those of a team have the same ones, and take
/// turns by the number that an update finds: neighbours in memory are neighbours in a block.
static SmallVector<Axis, 4> pushingAxes(const KernelView &view, ArrayRef<int> loops) {
  SmallVector<Axis, 4> axes = threadAxes(view, loops);
  const SmallVector<Expr, 2> picks = picksOf(view.formula.results.front());
  if (picks.empty() || threadsOf(axes).y > 1) return axes;
  const int64_t neighbours = neighboursOf(view, loops, picks.front()->args[0]);
  const auto turns = static_cast<int64_t>(llvm::PowerOf2Ceil(
      static_cast<uint64_t>(mostIndices(view, static_cast<int>(picks.front()->args[1]->value)))));
  const int64_t team = std::min(kPushing / neighbours, turns);
  const auto blocks = static_cast<int64_t>(llvm::divideCeil(mostIndices(view, loops), neighbours));
  if (team == 1 && neighbours < kPushing) return axes;
  if (!axes.empty())
    axes.back().digits = {{To::grid, blocks, neighbours, 0}, {To::thread, neighbours}};
  axes.push_back({{}, {{To::thread, team, 1, neighbours}}});
  return axes;
}

/// Blocks take turns, too, while there are few: each looks at all updates, but waits for its own.
static int64_t blocksInTurn(const KernelView &view, const Threads &threads) {
  const SmallVector<Expr, 2> picks = picksOf(view.formula.results.front());
  if (picks.empty() || threads.y > 1) return 1;
  const int64_t found = mostIndices(view, static_cast<int>(picks.front()->args[1]->value));
  const auto enough = static_cast<int64_t>(4 * gpu().cores) / threads.x;
  const int64_t most = std::min(enough, found / threads.team);
  return most > 1 ? static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(most))) : 1;
}

static KernelTree pushing(const KernelView &view, Target target) {
  if (target == Target::cpp) {
    KernelTree tree = BodyBuilder(view).buildPush(view.order);
    tree.wide = true;
    return tree;
  }
  const auto own = ownLoops(view.formula.results.front());
  const auto isOwn = [&](int loop) { return llvm::is_contained(own, loop); };
  SmallVector<int, 8> loops, updates;
  llvm::copy_if(view.order, std::back_inserter(loops), isOwn);
  Threads threads = threadsOf(pushingAxes(view, loops));
  threads.perElement = false;
  threads.z = blocksInTurn(view, threads);
  llvm::copy_if(view.order, std::back_inserter(updates), [&](int loop) { return !isOwn(loop); });
  KernelTree tree = BodyBuilder(view).buildPush(updates, &threads);
  threads.body = std::move(tree.statements);
  tree.statements.clear();
  tree.statements.push_back({std::move(threads)});
  return tree;
}

static KernelTree statementsFor(const KernelView &view, Target target) {
  if (isPushed(view.formula)) return pushing(view, target);
  Nest nest = nestOf(view);
  if (view.kernel.isAttention)
    if (std::optional<Attention> attention = attentionOf(view, nest)) {
      if (target == Target::cuda) setTile(view, *attention);
      return BodyBuilder(view).build(*attention);
    }
  if (target == Target::cpp) {
    Tile tile = tileOf(view, nest);
    if (view.kernel.rows) return underLoops(view, view.kernel.rows->around, nest, std::move(tile));
    if (std::optional<PackedProduct> product = cpuProductOf(view, nest, tile))
      return BodyBuilder(view).build(*product);
    if (Tile turned = turnedOf(view, nest)) tile = std::move(turned);
    KernelTree tree = BodyBuilder(view, &tile).build(nest, 0);
    tree.tile = std::move(tile);
    return tree;
  }
  if (std::optional<TiledProduct> tiled = tiledProductOf(view, nest))
    if (std::optional<KernelTree> tree = BodyBuilder(view).build(*tiled)) return std::move(*tree);
  if (const std::optional<Running> running = runningOf(view, nest)) {
    const SmallVector<Axis, 4> axes = threadAxes(view, nest.order, running->size);
    if (isPossible(threadsOf(axes))) return BodyBuilder(view).build(*running, axes);
  }
  return BodyBuilder(view).build(ranked(view, nest), nest);
}

static KernelTree forCpu(const KernelView &view) {
  KernelTree tree = statementsFor(view, Target::cpp);
  markVectors(tree, view);
  return tree;
}

/// Without branches, where loops are in vectors then.
static KernelTree inMostVectors(const KernelView &view) {
  KernelTree tree = forCpu(view);
  const int64_t byOne = loopsByOne(tree.statements);
  if (byOne == 0) return tree;
  KernelView whole = view;
  whole.wholeChoices = choicesInVectors(view);
  if (whole.wholeChoices.size() == view.wholeChoices.size()) return tree;
  KernelTree other = forCpu(whole);
  return loopsByOne(other.statements) < byOne ? std::move(other) : std::move(tree);
}

/// Without conditions around reductions, where threads share these out then.
static KernelTree inTeams(const KernelView &view) {
  KernelTree tree = statementsFor(view, Target::cuda);
  const Threads *const threads = threadsOf(tree);
  if (!threads || threads->team > 1 || tree.product || tree.attention) return tree;
  KernelView whole = view;
  whole.wholeChoices = choicesOfTeams(view);
  if (whole.wholeChoices.size() == view.wholeChoices.size()) return tree;
  KernelTree other = statementsFor(whole, Target::cuda);
  const Threads *const others = threadsOf(other);
  return others && others->team > 1 ? std::move(other) : std::move(tree);
}

KernelTree scheduleOf(const KernelView &view, Target target) {
  KernelTree tree = target == Target::cpp ? inMostVectors(view) : inTeams(view);
  if (target == Target::cuda) setReadAhead(tree, view);
  nameConstants(tree, view);
  return tree;
}

} // namespace shardc
