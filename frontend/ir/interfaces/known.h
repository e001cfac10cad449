// SPDX-License-Identifier: Apache-2.0
// Elements that are one number, whatever the inputs are.
#pragma once

#include "frontend/ir/formula/expressions/expr.h"

#include "mlir/IR/Builders.h"

namespace shardc {

/// An element of a value, at indices that may be loops, as far as the ops say that make it: a
/// literal where it is that number at all of these indices. What is not looked through is a load.
Expr elementOf(mlir::Value value, ArrayRef<Expr> at, Pool &pool);

/// An integer, of one element, as the constant that it is; null where it is none.
mlir::Value constantFor(mlir::OpBuilder &builder, mlir::Value value);

} // namespace shardc
