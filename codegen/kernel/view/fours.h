// SPDX-License-Identifier: Apache-2.0
// What lies side by side in memory while a loop counts up, four at a time.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

/// The window that an access is in, in one case.
using WindowOf = llvm::function_ref<const Box &(const Case &)>;

/// Whether one of the indices counts with the loop.
bool usesLoop(ArrayRef<Expr> index, int loop);

/// Whether elements of neighbouring indices of the loop are neighbours in memory.
bool isAlong(const KernelView &view, int loop, ArrayRef<Expr> index, WindowOf window);

/// The same, and four neighbours always begin at a multiple of four.
bool isInFours(const KernelView &view, int loop, ArrayRef<Expr> index, WindowOf window);

} // namespace shardc
