// SPDX-License-Identifier: Apache-2.0
// Kernels for GPUs in which a warp has a row: what reduces along a row, and writes along it or one
// element.
#pragma once

#include "codegen/kernel/grid.h"

namespace shardc {

/// The grid of warps, without its body, and the loop along a row that results have; -1: none.
struct WarpRows {
  Threads threads;
  int along = -1;
};

/// None where a reduction runs over several loops, is taken on a condition or has an order that a
/// thread alone has, or where rows are short.
std::optional<WarpRows> warpRowsOf(const KernelView &view, const Nest &nest);

/// Of an ordered sum along a row whose leaves are all there: the levels of the tree over them.
int levelsOf(int64_t leaves);

} // namespace shardc
