// SPDX-License-Identifier: Apache-2.0
// Programs that say what an op of a config's or a plug-in's computes.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"

namespace shardc {

/// The reference of an op, where there is one, has to be of the same types.
mlir::LogicalResult checkReference(mlir::Operation *op, const CustomOpEntry &entry);

/// Copies the functions of the reference into the program, once, and calls the entry in place of
/// the op. Refused where it is over another mesh than the program.
mlir::LogicalResult callReference(mlir::Operation *op, const CustomOpEntry &entry);

} // namespace shardc
