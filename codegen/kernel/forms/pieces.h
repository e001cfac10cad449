// SPDX-License-Identifier: Apache-2.0
// Where results are made of pieces, as those of a concatenate or a pad are: a loop for each, with
// no condition in it.
#pragma once

#include "codegen/kernel/view/nest.h"

namespace shardc {

/// The indices of a loop where another piece begins, ascending; some loops have none.
struct Pieces {
  llvm::DenseMap<int, SmallVector<int64_t, 4>> begins;

  /// Of a loop: from the first index that any shard has to the last.
  SmallVector<Interval, 4> of(const KernelView &view, int loop) const;
};

/// For kernels without reductions; as many pieces as can be read.
Pieces piecesOf(const KernelView &view, const Nest &nest);

/// What runs where a loop has only these indices; of shards that have none of them nothing.
SmallVector<Env, 4> envsIn(ArrayRef<Env> envs, int loop, Interval piece);

} // namespace shardc
