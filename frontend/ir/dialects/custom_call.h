// SPDX-License-Identifier: Apache-2.0
// stablehlo.custom_call. It has no definition here: targets that say how values lie, and those of
// libraries, become other ops (sharding/rewrites/sharding_calls.h, calls/routines/library_calls.h);
// all others are refused.
#pragma once

#include "mlir/IR/OpImplementation.h"

namespace shardc {

/// The op's name.
inline constexpr llvm::StringLiteral kCustomCall = "stablehlo.custom_call";

/// "@target(%x) {...} : (T) -> T", into an op without a definition.
mlir::ParseResult parseCustomCall(mlir::OpAsmParser &parser, mlir::OperationState &state);

/// The targets that are read: a constraint, and the ways into a manual region and out of it.
inline constexpr llvm::StringLiteral kSharding = "Sharding", kEnter = "SPMDFullToShardShape",
                                     kLeave = "SPMDShardToFullShape";

/// The target of a custom call; empty for any other op.
llvm::StringRef targetOf(mlir::Operation *op);
/// Whether an op is `custom_call @target`.
bool calls(mlir::Operation *op, llvm::StringRef target);
/// Whether it is one that is read.
bool isKnownCall(mlir::Operation *op);
/// Whether the target of a custom call is one that is read.
bool isKnownTarget(llvm::StringRef target);

} // namespace shardc
