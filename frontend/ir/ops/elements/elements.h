// SPDX-License-Identifier: Apache-2.0
// What ops of several dialects do with elements.
#pragma once

#include "frontend/ir/dialects/dialects.h"

namespace shardc::stablehlo {

/// Whether one element has this order to another; reports what does not suit their type.
Expr compared(FormulaBuilder &b, ArrayRef<Expr> x, Direction direction,
              std::optional<CompareType> type);

/// The formula of a constant, and what of it is data.
mlir::LogicalResult constantFormula(FormulaBuilder &b, mlir::ElementsAttr value);
mlir::ElementsAttr dataOf(mlir::ElementsAttr value);

} // namespace shardc::stablehlo
