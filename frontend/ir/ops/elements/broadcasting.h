// SPDX-License-Identifier: Apache-2.0
// Operands of several shapes that are made one.
#pragma once

#include "frontend/ir/interfaces/builder.h"

#include <optional>

namespace shardc::chlo {

/// The shape that operands have together, its loops, and the operands at one element of it.
struct Broadcast {
  llvm::SmallVector<int64_t, 4> shape;
  llvm::SmallVector<Expr, 4> index;
  llvm::SmallVector<Expr, 3> elements;
};

/// Of two operands of one element type. Dimension d of the one of fewer dimensions is dimension
/// `dimensions[d]` of the other; where nothing is said the last ones are each other's.
Broadcast broadcast(FormulaBuilder &b, std::optional<llvm::ArrayRef<int64_t>> dimensions);

} // namespace shardc::chlo
