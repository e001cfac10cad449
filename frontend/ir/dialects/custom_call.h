// SPDX-License-Identifier: Apache-2.0
// stablehlo.custom_call. It has no definition here: the one target that is read, @Sharding, becomes
// a constraint (sharding/sharding_calls.h), and all others are refused.
#pragma once

#include "mlir/IR/OpImplementation.h"

namespace shardc {

/// "@target(%x) {...} : (T) -> T", into an op without a definition.
mlir::ParseResult parseCustomCall(mlir::OpAsmParser &parser, mlir::OperationState &state);

/// Whether an op is `custom_call @Sharding`.
bool isShardingCall(mlir::Operation *op);
/// Whether the target of a custom call is one that is read.
bool isKnownTarget(llvm::StringRef target);

} // namespace shardc
