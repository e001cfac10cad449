// SPDX-License-Identifier: Apache-2.0
// Terms that a thread of a GPU adds up one after the other, and that lie side by side in memory,
// are read as many at once as one access has.
#include "codegen/kernel/body/body.h"

#include "codegen/kernel/estimate.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

// Terms that are worth more than a line.
constexpr int64_t kFewToRead = 16;

/// What values read at each index of a loop, reductions apart.
static void readsAt(Expr e, int loop, llvm::SetVector<Expr> &loads, llvm::DenseSet<Expr> &seen) {
  if (!seen.insert(e).second || e->kind == Kind::Item) return;
  if (e->kind == Kind::Load && llvm::is_contained(freeLoops(e), loop)) return void(loads.insert(e));
  for (Expr part : e->args)
    readsAt(part, loop, loads, seen);
}

/// What is read at each index, if all of that lies in memory so, and is there whatever conditions
/// say; and how many are neighbours of one access.
BodyBuilder::ReadAtOnce BodyBuilder::readAtOnce(ArrayRef<Expr> values, int loop) const {
  const LoopView &own = view.loops[loop];
  if (!areThreads || own.form != LoopView::Form::looped || own.extent.value_or(0) < kFewToRead)
    return {};
  llvm::SetVector<Expr> loads;
  llvm::DenseSet<Expr> seen;
  for (Expr value : values)
    readsAt(value, loop, loads, seen);
  int64_t count = 1;
  for (Expr load : loads)
    count = std::max(count, static_cast<int64_t>(gpu().vector) / info(load->type).bytes);
  while (count > 1 && *own.extent % count != 0)
    count /= 2;
  const auto isWide = [&](Expr load) {
    return accessOf(view, load).walks[loop].width >= count && isHeld(view, load) &&
           !known.named.count(load);
  };
  if (count == 1 || !llvm::all_of(loads, isWide)) return {};
  return {SmallVector<Expr, 4>(loads.begin(), loads.end()), count};
}

/// The innermost loop of a reduction of these values.
void BodyBuilder::loopOfTerms(int number, ArrayRef<Expr> values, llvm::function_ref<void()> make) {
  const ReadAtOnce read = readAtOnce(values, number);
  if (read.loads.empty()) return loop(number, make);
  For blocks;
  blocks.loop = number;
  blocks.over = For::Over::blocks;
  blocks.size = read.count;
  within([&] {
    blocks.from = scope.fresh(view.loops[number].name + "_from");
    blocks.neighbour = scope.fresh("lane");
    inside(blocks.body, [&] {
      for (Expr load : read.loads)
        loadVec(load, blocks.neighbour);
      ForCount each{blocks.neighbour, read.count, {}, /*isWrittenOut=*/true};
      inside(each.body, [&] {
        add(OneIndex{number});
        make();
      });
      add(std::move(each));
    });
  });
  add(std::move(blocks));
}

} // namespace shardc
