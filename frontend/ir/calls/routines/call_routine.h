// SPDX-License-Identifier: Apache-2.0
// A call of a routine of the runtime, as it stands in a program.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/ir/calls/routines/runtime_routines.h"

#include "mlir/IR/Operation.h"

namespace shardc {

/// Whether an op is as it has to be, attributes and all: what is wrong with it is told elsewhere.
bool isRight(mlir::Operation *op);

/// Puts a call with these operands in front of an op.
mlir::ResultRange callRoutine(mlir::Operation *op, mlir::ValueRange values,
                              const RuntimeRoutine &routine, mlir::DictionaryAttr given,
                              llvm::ArrayRef<mlir::Type> types, CustomOps &ops);

/// The same as a line of a program (expansions/expansion.h), of a routine of one operand and
/// result.
std::string routineCallText(llvm::StringRef name, llvm::StringRef operands, mlir::TypeRange from,
                            mlir::Type to, const RuntimeRoutine &routine,
                            mlir::DictionaryAttr given, CustomOps &ops);

using Numbers = llvm::ArrayRef<std::pair<llvm::StringRef, int64_t>>;
/// What a call tells its routine, in the names' order.
mlir::DictionaryAttr dictionaryOf(mlir::MLIRContext *context, Numbers numbers);

} // namespace shardc
