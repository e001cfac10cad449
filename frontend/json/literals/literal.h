// SPDX-License-Identifier: Apache-2.0
// Literals: numbers, nested lists of numbers, splats, files of weights.
#pragma once

#include "frontend/files.h"
#include "frontend/json/document/document.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace shardc::json {

/// What a place says about the literal that stands there.
struct LiteralPlace {
  mlir::Type element;                           // null: the literal has to say
  std::optional<llvm::ArrayRef<int64_t>> shape; // none: the literal's own
  Files &files;                                 // of the program
};

/// The element type that the literal itself says by `dtype` or by its file, or by being of booleans
/// throughout; null where it does not. Errors are reported by `readLiteral`.
mlir::Type literalDtype(Value json);

/// The elements of a literal. Errors (numbers that do not fit the type, ragged lists, shapes that
/// differ, files that cannot be read) are reported at their place; null then.
mlir::DenseElementsAttr readLiteral(Value json, const LiteralPlace &place);

} // namespace shardc::json
