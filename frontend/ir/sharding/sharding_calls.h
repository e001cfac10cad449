// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Every `custom_call @Sharding` becomes a sharding constraint that carries its `mhlo.sharding`.
/// Reports those that are not well formed.
mlir::LogicalResult constrainShardingCalls(mlir::ModuleOp program);

} // namespace shardc
