// SPDX-License-Identifier: Apache-2.0
// Rows or columns of teams that are read once: what several of a kernel's reductions and results
// need of a row's elements stays in registers (runtime/device/cuda/parts_cuda.h).
#pragma once

#include "codegen/kernel/view/nest.h"

#include <optional>

namespace shardc {

/// All rows are of one length, along loops that have the same indices: expressions are by one of
/// them.
struct KeptRows {
  int loop = -1;
  int64_t count = 0;
  int64_t warps = 1;         // that share a row
  int64_t slots = 0;         // threads that share a column; 0: these are rows
  int64_t columns = 0;       // of a block
  bool inFours = false;      // all that is read and written along it
  SmallVector<Expr, 4> kept; // by the loop: what several need, or where accesses are of four, all
                             // that is read

  /// So many elements of a thread are neighbours.
  int64_t neighbours() const { return inFours ? 4 : 1; }
};

/// None where nothing is needed twice, or a thread's elements are too many for its registers.
/// `along`: the loop of results that is a row; -1: none.
std::optional<KeptRows> keptRowsOf(const KernelView &view, int along, int64_t warps);
/// Likewise of columns, of each of which a thread has a leaf.
std::optional<KeptRows> keptColumnsOf(const KernelView &view, int along, int64_t slots,
                                      int64_t columns);

} // namespace shardc
