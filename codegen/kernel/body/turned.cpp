// SPDX-License-Identifier: Apache-2.0
// What is read against the rows of a result, in tiles: one call of the runtime, with a function for
// what is read and one for what becomes of it. Loops around it are the grid's third dimension.
#include "codegen/kernel/body/body.h"

#include "llvm/Support/MathExtras.h"

namespace shardc {

std::optional<KernelTree> BodyBuilder::build(const TurnedTile &turned) {
  Threads threads;
  threads.x = llvm::divideCeil(mostIndices(view, turned.columns), TurnedTile::kSide);
  threads.y = llvm::divideCeil(mostIndices(view, turned.rows), TurnedTile::kSide);
  threads.z = mostIndices(view, turned.outer);
  threads.block = TurnedTile::kThreads;
  threads.perElement = false;
  if (!isPossible(threads)) return std::nullopt;
  body.turned = turned;
  return onGrid(std::move(threads), turned.outer, [&] { add(turnTile(turned)); });
}

TurnTile BodyBuilder::turnTile(const TurnedTile &turned) {
  TurnTile made;
  made.tile = turned;
  made.name = scope.fresh("turned");
  made.element = functionOf(turned.load);
  const State before = save();
  inside(made.end, [&] {
    add(Bind{turned.load, {Place::of(made.name)}});
    known.named[turned.load] = made.name;
    stores();
  });
  restore(before);
  return made;
}

} // namespace shardc
