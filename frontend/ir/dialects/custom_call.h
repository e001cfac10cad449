// SPDX-License-Identifier: Apache-2.0
// stablehlo.custom_call. It has no definition here: the targets that are read, which say how values
// lie, become other ops (sharding/sharding_calls.h), and all others are refused.
#pragma once

#include "mlir/IR/OpImplementation.h"

namespace shardc {

/// "@target(%x) {...} : (T) -> T", into an op without a definition.
mlir::ParseResult parseCustomCall(mlir::OpAsmParser &parser, mlir::OperationState &state);

/// The targets that are read: a constraint, and the ways into a manual region and out of it.
inline constexpr llvm::StringLiteral kSharding = "Sharding", kEnter = "SPMDFullToShardShape",
                                     kLeave = "SPMDShardToFullShape";

/// Whether an op is `custom_call @target`.
bool calls(mlir::Operation *op, llvm::StringRef target);
/// Whether it is one that is read.
bool isKnownCall(mlir::Operation *op);
/// Whether the target of a custom call is one that is read.
bool isKnownTarget(llvm::StringRef target);

} // namespace shardc
