// SPDX-License-Identifier: Apache-2.0
// What a dialect does with names that it does not define: ops are refused with a message,
// attributes and types are kept as they are written.
#pragma once

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

namespace shardc {

/// Reports an op that has no definition here: not supported yet where it is published, else
/// unknown, with the closest name.
mlir::LogicalResult reportUndefinedOp(mlir::Location loc, llvm::StringRef name);
/// The same for an op that was read in generic form, with what it calls where it calls something.
mlir::LogicalResult reportUndefinedOp(mlir::Operation *op);

/// Parses an op by reporting it.
mlir::ParseResult refuseOp(mlir::OpAsmParser &parser, mlir::OperationState &state);

/// The attribute or type that the parser stands at, as text.
mlir::Attribute keepAttribute(mlir::DialectAsmParser &parser, llvm::StringRef dialect,
                              mlir::Type type);
mlir::Type keepType(mlir::DialectAsmParser &parser, llvm::StringRef dialect);

} // namespace shardc
