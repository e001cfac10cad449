// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Every `custom_call @Sharding` becomes a sharding constraint that carries its `mhlo.sharding`;
/// those into manual regions and out of them become ops of their own (manual_calls.h), the latter
/// with a constraint on what they give. Reports those that are not well formed.
mlir::LogicalResult constrainShardingCalls(mlir::ModuleOp program);

} // namespace shardc
