// SPDX-License-Identifier: Apache-2.0
// Programs as StableHLO text.
#pragma once

#include "frontend/files.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseSet.h"

namespace shardc {

/// Rows of the table of readers, see Reader in frontend.h.
bool acceptsText(llvm::StringRef text);
mlir::OwningOpRef<mlir::ModuleOp> readText(mlir::MLIRContext &context, llvm::StringRef text,
                                           llvm::StringRef fileName, Files &files);
bool acceptsBytecode(llvm::StringRef text);
/// Bytecode that JAX writes is of a dialect of its own (VHLO).
mlir::OwningOpRef<mlir::ModuleOp> refuseBytecode(mlir::MLIRContext &context, llvm::StringRef text,
                                                 llvm::StringRef fileName, Files &files);
bool acceptsHlo(llvm::StringRef text);
/// HLO is what XLA makes of a program.
mlir::OwningOpRef<mlir::ModuleOp> refuseHlo(mlir::MLIRContext &context, llvm::StringRef text,
                                            llvm::StringRef fileName, Files &files);

/// The names of the ops that a program has.
using OpNames = llvm::DenseSet<mlir::OperationName>;

/// Reports ops and types that are not supported, and gives the names of all ops. What is left may
/// be verified: verifiers take ops of other dialects, and formulas take only supported types. Calls
/// of targets that `ops` declares, if given, are supported.
mlir::FailureOr<OpNames> checkSupported(mlir::ModuleOp module, const CustomOps *ops);

} // namespace shardc
