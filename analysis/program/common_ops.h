// SPDX-License-Identifier: Apache-2.0
// What is computed twice is computed once.
#pragma once

#include "mlir/IR/Block.h"

namespace shardc {

/// Erases ops of a block and of its regions that do the same as one before, with the same operands;
/// that one is used instead. It has to be seen from there: an op of a region serves that region.
void mergeEqualOps(mlir::Block &block);

} // namespace shardc
