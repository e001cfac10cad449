// SPDX-License-Identifier: Apache-2.0
// Names between "<{" and "}>": MLIR's parser passes over those that an op does not have.
#pragma once

#include "frontend/text/scan.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace shardc {

/// Reports the properties of the lists that their ops do not have. `text` is a program that MLIR's
/// parser took; `locationOf` says where a byte of it is.
mlir::LogicalResult checkProperties(mlir::MLIRContext &context, llvm::StringRef text,
                                    llvm::ArrayRef<PropertyList> lists,
                                    llvm::function_ref<mlir::Location(size_t)> locationOf);

} // namespace shardc
