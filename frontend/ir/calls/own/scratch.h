// SPDX-License-Identifier: Apache-2.0
// Memory that code of somebody's needs for itself while it works.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"

namespace shardc {

/// What an entry's "scratch" says, of a call that has this rule: names are dimensions of its
/// values. Reported where one is none, or where it comes to too much.
mlir::FailureOr<SizeFormula> scratchOf(mlir::Operation *call, const CustomOpEntry &entry,
                                       const Rule &rule);

} // namespace shardc
