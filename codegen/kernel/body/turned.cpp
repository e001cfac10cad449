// SPDX-License-Identifier: Apache-2.0
// What threads bring in turns, for each other in shared memory where a schedule has stages. All
// that is read, for others and for a thread's own results, is under way together before any of it
// is put down; then threads wait for each other.
#include "codegen/kernel/body/body.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// Loops of which a block of threads has several indices.
static SmallVector<Axis, 2> tiledAxes(ArrayRef<Axis> axes) {
  SmallVector<Axis, 2> tiled;
  llvm::copy_if(axes, std::back_inserter(tiled),
                [](const Axis &axis) { return axis.values(To::thread) > 1; });
  return tiled;
}

/// What a thread reads for its own results in any case, where no address is computed, as long as
/// there are registers for it.
static SmallVector<Expr, 4> readByThreads(const KernelView &view, const Schedule &schedule) {
  constexpr int64_t kMostBytes = 256;
  int64_t bytes = 0;
  for (const Schedule::Stage &stage : schedule.stages)
    bytes += schedule.values(To::registers) * info(stage.load->type).bytes;
  SmallVector<Expr, 4> loads;
  for (const AccessFacts &each : view.facts.loads) {
    const bool isStaged = llvm::any_of(
        schedule.stages, [&](const Schedule::Stage &stage) { return stage.load == each.load; });
    const bool isComputed =
        llvm::any_of(each.load->args, [](Expr e) { return contains(e, Kind::At); });
    if (!each.always || isStaged || isComputed) continue;
    bytes += schedule.values(To::registers) * info(each.load->type).bytes;
    if (bytes <= kMostBytes) loads.push_back(each.load);
  }
  return loads;
}

/// "x_tile[32][33]": a row is one element longer, so that a column lies in as many banks.
static SmallVector<int64_t, 3> sizeOf(ArrayRef<Axis> axes) {
  SmallVector<int64_t, 3> size;
  for (const Axis &axis : llvm::reverse(axes))
    size.push_back(axis.values(To::thread) * axis.values(To::registers));
  ++size.back();
  return size;
}

/// The turns of a thread, each with its indices.
void BodyBuilder::inTurns(ArrayRef<Axis> axes, llvm::function_ref<void()> make) {
  ForCount turns{ownTurns, 1, {}, /*isWrittenOut=*/true};
  IfInside within;
  for (const Axis &axis : axes) {
    turns.extent *= axis.values(To::registers);
    within.loops.push_back(axis.loops.front());
    LetDigits index{axis.loops.front(), {}, ownTurns};
    llvm::copy_if(axis.digits, std::back_inserter(index.digits),
                  [](const Axis::Digit &digit) { return digit.to != To::grid; });
    turns.body.push_back({std::move(index)});
  }
  const State before = save();
  inside(within.body, make);
  restore(before);
  turns.body.push_back({std::move(within)});
  add(std::move(turns));
}

KernelTree BodyBuilder::buildStaged(const Schedule &schedule, Threads threads) {
  const SmallVector<Axis, 2> axes = tiledAxes(schedule.axes);
  SmallVector<int, 4> outer;
  llvm::copy_if(threads.loops, std::back_inserter(outer), [&](int loop) {
    return llvm::none_of(axes, [&](const Axis &axis) { return axis.loops.front() == loop; });
  });
  threads.loops.clear();
  threads.isFlat = threads.perElement = false;
  return onGrid(std::move(threads), outer, [&] {
    openTiles(axes);
    const Brought brought = bring(schedule, axes);
    inTurns(axes, [&] {
      for (const auto &[load, place] : brought) {
        add(Bind{load, {place}});
        known.named[load] = place.variable;
      }
      stores();
    });
  });
}

void BodyBuilder::openTiles(ArrayRef<Axis> axes) {
  for (const Axis &axis : axes) {
    const int loop = axis.loops.front();
    const Axis::Digit &blocks = axis.digits.front();
    add(LetTile{loop, scope.fresh(view.loops[loop].name + "_tile"), blocks.unit, blocks.stride});
  }
  ownTurns = scope.fresh("turn");
}

BodyBuilder::Brought BodyBuilder::bring(const Schedule &schedule, ArrayRef<Axis> axes) {
  const int64_t turns = schedule.values(To::registers);
  Brought own, all;
  for (const Schedule::Stage &stage : schedule.stages)
    all.push_back({stage.load, declareTile(stage.load, axes)});
  SmallVector<Place, 2> passing;
  for (const Schedule::Stage &stage : schedule.stages) {
    passing.push_back(declareOwn(stage.load, turns));
    inTurns(stage.own, [&] { add(Store{passing.back(), stage.load}); });
  }
  for (Expr load : readByThreads(view, schedule))
    own.push_back({load, declareOwn(load, turns)});
  if (!own.empty())
    inTurns(axes, [&] {
      for (const auto &[load, place] : own)
        add(Store{place, load});
    });
  for (auto [stage, from, to] : llvm::zip_equal(schedule.stages, passing, all))
    inTurns(stage.own, [&, from = from, to = to.second] { add(Copy{to, from}); });
  if (!all.empty()) add(Barrier{});
  llvm::append_range(all, own);
  return all;
}

/// A thread has an element for each of its turns.
Place BodyBuilder::declareOwn(Expr load, int64_t turns) {
  Declare own{scope.fresh(view.ins[load->value].window + "_own"), load->type, {turns}};
  add(own);
  return {-1, own.name, {}, ownTurns};
}

/// The rows of the tile are neighbours in memory.
Place BodyBuilder::declareTile(Expr load, ArrayRef<Axis> axes) {
  Declare shared{scope.fresh(view.ins[load->value].window + "_tile"), load->type, sizeOf(axes)};
  shared.isShared = true;
  add(shared);
  return {-1, shared.name, {axes[1].loops.front(), axes[0].loops.front()}};
}

} // namespace shardc
