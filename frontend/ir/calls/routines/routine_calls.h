// SPDX-License-Identifier: Apache-2.0
// Calls of libraries that become calls of routines of the runtime (runtime/routines): what such a
// routine computes has no formula, and no loops of other ops would be worth their while.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"

namespace shardc {

/// Whether a custom call's target may be one of these.
bool isRoutineTarget(llvm::StringRef target);
/// Whether a call of it is for a library alone, and none of these does it.
bool lacksLibrary(llvm::StringRef target, const Libraries &chosen);
/// Makes such calls sdy.custom_op of routines, which are added to the list, and so the ops that
/// stand for what routines do; wrong calls are reported.
mlir::LogicalResult bindRoutineCalls(mlir::ModuleOp program, CustomOps &ops);

} // namespace shardc
