// SPDX-License-Identifier: Apache-2.0
// Reading programs: one row per front end.
#pragma once

#include "frontend/files.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace shardc {

/// A program may have so many bytes.
constexpr size_t kMostProgramBytes = size_t(512) << 20;

/// A way to write programs down.
struct Reader {
  const char *name, *summary;
  /// Whether the text looks like this reader's (by its first bytes).
  bool (*accepts)(llvm::StringRef text);
  /// Reads a program; every error is reported in the context. `files` says where files that
  /// the program names lie, and afterwards which were read.
  mlir::OwningOpRef<mlir::ModuleOp> (*read)(mlir::MLIRContext &context, llvm::StringRef text,
                                            llvm::StringRef fileName, Files &files);
};
llvm::ArrayRef<Reader> readers();

/// A context with the dialects of programs, single-threaded.
std::unique_ptr<mlir::MLIRContext> makeContext();

/// Reads a program with the first reader that accepts it. What comes back is a verified module with
/// a public function `main`; the module's name is the program's.
mlir::OwningOpRef<mlir::ModuleOp> readProgram(mlir::MLIRContext &context, llvm::StringRef text,
                                              llvm::StringRef fileName, Files &files);

} // namespace shardc
