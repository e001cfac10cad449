// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codegen/kernel/forms/tile.h"

namespace shardc {

/// Where a kernel without reductions reads along one loop of its results and writes along another,
/// as a transpose does: a tile of these two, in which what is read is turned in the cache, so that
/// memory is both read and written in rows. The nest gets the two innermost. None elsewhere.
Tile turnedOf(const KernelView &view, Nest &nest);

} // namespace shardc
