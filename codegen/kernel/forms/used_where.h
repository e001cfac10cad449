// SPDX-License-Identifier: Apache-2.0
// Where a sum of rows and columns is used at all, as where scores are masked it is not.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

/// A bound on a sum of indices of rows and columns, from below or from above.
struct TileBound {
  Expr within;
  bool isLower;
};

/// What holds wherever `value` uses `sum`, by its conditions on these two loops.
SmallVector<TileBound, 1> usedWhere(const KernelView &view, Expr value, Expr sum, int rows,
                                    int columns);

} // namespace shardc
