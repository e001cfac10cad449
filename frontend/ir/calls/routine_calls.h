// SPDX-License-Identifier: Apache-2.0
// Calls of libraries that become calls of routines of the runtime (runtime/routines): what such a
// routine computes has no formula, and no loops of other ops would be worth their while.
#pragma once

#include "frontend/ir/calls/custom_ops.h"

namespace shardc {

/// Whether a custom call's target may be one of these.
bool isRoutineTarget(llvm::StringRef target);
/// Whether a call of it is for a library alone, and none of these does it.
bool lacksLibrary(llvm::StringRef target, const Libraries &chosen);
/// Whether a custom call is one. What can be loops of other ops is one where its numbers are
/// complex, or a library that has been chosen does it.
bool isRoutineCall(mlir::Operation *call, const Libraries &chosen);
/// Makes such calls sdy.custom_op of routines, which are added to the list; wrong ones are
/// reported. Of ops that stand for factorisations the same holds.
mlir::LogicalResult bindRoutineCalls(mlir::ModuleOp program, CustomOps &ops);

} // namespace shardc
