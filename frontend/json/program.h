// SPDX-License-Identifier: Apache-2.0
// Programs written in JSON.
#pragma once

#include "frontend/files.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace shardc {

/// Whether a text looks like JSON: its first character that is no space is `{` or `[`.
bool looksLikeJson(llvm::StringRef text);

/// Reads a program; every error is reported in the context, and none comes back then. Files
/// that it names are read from the folder of `files`, and told there.
mlir::OwningOpRef<mlir::ModuleOp> readJsonProgram(mlir::MLIRContext &context, llvm::StringRef text,
                                                  llvm::StringRef fileName, Files &files);

/// An op or spelling as JSON to fill in; empty where there is none of this name.
std::string opSkeleton(llvm::StringRef op);

} // namespace shardc
