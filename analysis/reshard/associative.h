// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/ir/formula/expressions/expr.h"

namespace shardc {

/// Whether the combiner of a reduction (see expr::reduce) gives the same bits however its arguments
/// are grouped: a reduction by any other is done whole, in its order. False where that cannot be
/// proven. Sums and products of floats are not associative.
bool isAssociative(ArrayRef<Expr> combine);
/// Whether it gives the same bits with its arguments in the other order, too. False as above.
bool isCommutative(ArrayRef<Expr> combine);
/// Whether it gives any value that is combined with itself. False as above.
bool isRepeatable(ArrayRef<Expr> combine);

} // namespace shardc
