// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codegen/kernel/forms/tile.h"

#include <optional>
#include <string>

namespace shardc {

/// Where a kernel without reductions reads along one loop of its results and writes along another,
/// as a transpose does: a tile of these two, in which what is read is turned in the cache, so that
/// memory is both read and written in rows. The nest gets the two innermost. None elsewhere.
Tile turnedOf(const KernelView &view, Nest &nest);

/// Likewise for GPUs: blocks of threads turn tiles of these two loops in shared memory. Of several
/// loads that go against the rows the others stay as they are.
struct TurnedTile {
  static constexpr int kSide = 32, kThreads = 256;
  int rows = -1, columns = -1; // what is read is in rows along `rows`, results along `columns`
  SmallVector<int, 4> outer;   // the other loops of the nest
  Expr load = nullptr;
};
std::optional<TurnedTile> turnedTileOf(const KernelView &view, const Nest &nest);

/// "of 32 i by 32 j through shared memory: both sides are in rows": for people.
std::string turnedText(const KernelView &view, const TurnedTile &tile);

} // namespace shardc
