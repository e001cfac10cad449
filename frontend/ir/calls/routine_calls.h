// SPDX-License-Identifier: Apache-2.0
// Calls of libraries that become calls of routines of the runtime (runtime/routines): what such a
// routine computes has no formula, and no loops of other ops would be worth their while.
#pragma once

#include "frontend/routine.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Whether a custom call's target is one of these.
bool isRoutineTarget(llvm::StringRef target);
/// Makes such calls sdy.custom_op of routines, which are added to the list; wrong ones are
/// reported.
mlir::LogicalResult bindRoutineCalls(mlir::ModuleOp program, std::vector<Routine> &routines);

} // namespace shardc
