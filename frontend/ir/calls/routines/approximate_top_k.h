// SPDX-License-Identifier: Apache-2.0
// XLA's call @ApproxTopK, which `jax.lax.approx_max_k` is: it need not find all of the largest, and
// here it does, as XLA does on CPUs.
#pragma once

#include "mlir/IR/Operation.h"

namespace shardc {

inline constexpr llvm::StringLiteral kApproxTopK = "ApproxTopK";

/// Puts a sort, and what results have of it, in place of the call; a wrong one is reported.
mlir::LogicalResult expandApproxTopK(mlir::Operation *call);

} // namespace shardc
