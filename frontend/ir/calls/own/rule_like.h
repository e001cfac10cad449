// SPDX-License-Identifier: Apache-2.0
// The sharding rule of a program, as code may have it that works on shares of its operands as the
// program does ("partition_like").
#pragma once

#include "frontend/ir/formula/expressions/expr.h"
#include "frontend/ir/sharding/notations/op_rule.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Dimensions through which all ops let shardings flow are factors; so is one that the last op sums
/// up, where `combine` is how it does. All others have to be whole.
WrittenRule ruleLike(mlir::ModuleOp program, Fn combine);

} // namespace shardc
