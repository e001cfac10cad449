// SPDX-License-Identifier: Apache-2.0
// Bytes that code of somebody's needs for itself while it works, or moves.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"

namespace shardc {

/// An entry's "scratch" or "bytes", of a call that has this rule: names are dimensions of its
/// values. Reported where one is none, or where it comes to too much.
mlir::FailureOr<SizeFormula> sizeFor(mlir::Operation *call, const CustomOpEntry &entry,
                                     const Rule &rule, llvm::StringRef key, SizeFormula size,
                                     mlir::Location loc);

} // namespace shardc
