// SPDX-License-Identifier: Apache-2.0
// Names between "<{" and "}>": MLIR's parser passes over those that an op does not have.
#pragma once

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace shardc {

/// Calls `found` with the op, the name and where it stands, for every property that ops in their
/// generic form are given: `"stablehlo.iota"() <{iota_dimension = 0 : i64}>`. `text` is a program
/// that MLIR's parser took.
void forEachProperty(llvm::StringRef text,
                     llvm::function_ref<void(llvm::StringRef, llvm::StringRef, size_t)> found);

/// Reports the properties that their ops do not have. `locationOf` says where a byte of the text
/// is.
mlir::LogicalResult checkProperties(mlir::MLIRContext &context, llvm::StringRef text,
                                    llvm::function_ref<mlir::Location(size_t)> locationOf);

} // namespace shardc
