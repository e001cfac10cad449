// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// Puts a sharding constraint for every `sdy.sharding` that no op of a formula carries: on calls,
/// loops, branches, collectives, and on arguments and results of functions that are called. The
/// program has to be a checked one (checkAttributes, settleMesh).
void constrainAnnotated(mlir::ModuleOp program);
/// The same for one op, whose `sdy.sharding` is gone then.
void constrainResults(mlir::Operation *op);

/// The location of a constraint that stands for an annotation of its operand, of ops in JSON too:
/// it calls it "sharding".
mlir::Location annotationLoc(mlir::Location loc);
bool isAnnotation(mlir::Operation *constraint);

} // namespace shardc
