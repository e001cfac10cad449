// SPDX-License-Identifier: Apache-2.0
// Loops without what nobody needs of them.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// Puts the ops of loops that run once in their place, in a block and in regions that take turns in
/// it, and what loops that never run begin with in place of their results. What only a next trip
/// would read is then computed for nobody.
void inlineShortLoops(mlir::Block &block);

/// Values that a loop carries, and that nothing needs in any trip or behind it, stay what they
/// begin with: the op keeps the position, and what made them is computed for nobody.
void dropUnneededCarries(mlir::func::FuncOp entry);

} // namespace shardc
