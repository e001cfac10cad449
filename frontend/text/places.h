// SPDX-License-Identifier: Apache-2.0
// Where ops and arguments of a program as text stand in it.
#pragma once

#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/SourceMgr.h"

namespace shardc {

/// Gives every op and argument a place in a file that has none: `loc("name")` and `loc(unknown)` in
/// a program say nothing about where it is written. Names stay.
void addPlaces(mlir::ModuleOp program, const mlir::AsmParserState &parsed,
               const llvm::SourceMgr &sources);

} // namespace shardc
