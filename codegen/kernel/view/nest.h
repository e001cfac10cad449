// SPDX-License-Identifier: Apache-2.0
// The order of a kernel's loops.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

/// In which order loops of results nest, and where reductions that do not use all of them stand.
struct Nest {
  SmallVector<int, 8> order;    // outermost first
  SmallVector<size_t, 4> stops; // reductions stand inside the first `stop` loops, ascending
};
Nest nestOf(const KernelView &view);

} // namespace shardc
