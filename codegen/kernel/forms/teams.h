// SPDX-License-Identifier: Apache-2.0
// Kernels for GPUs in which a team of threads has a row or a column: what reduces along it, and
// writes along it or one element.
#pragma once

#include "codegen/kernel/forms/kept_rows.h"
#include "codegen/kernel/grid.h"

namespace shardc {

/// The grid of teams, without its body, and the loop along a row or column that results have; -1:
/// none.
struct Teams {
  Threads threads;
  int along = -1;
  std::optional<KeptRows> kept = {};
};

/// None where a reduction runs over several loops, is taken on a condition or has an order that a
/// thread alone has, where there is little to reduce, or threads of their own keep a GPU busy.
std::optional<Teams> teamsOf(const KernelView &view, const Nest &nest);

} // namespace shardc
