// SPDX-License-Identifier: Apache-2.0
// Attributes that are written flat, or as words, and stored as something else: one row for each.
#pragma once

#include "frontend/ir/tables/registry.h"

namespace shardc {

/// A structure whose fields stand for themselves where attributes are flat.
struct StructRow {
  llvm::StringRef storage; // the class of the attribute
  llvm::ArrayRef<AttributeInfo> fields;
  /// Makes it of its fields, in their order; those left out are null. Null where they make none.
  mlir::Attribute (*make)(mlir::MLIRContext *context, llvm::ArrayRef<mlir::Attribute> fields);
  const char *needs = ""; // what to give, where not all fields may be left out
};
/// An enum: its words, and the attribute of one.
struct EnumRow {
  llvm::StringRef storage;
  llvm::ArrayRef<llvm::StringRef> words;
  mlir::Attribute (*make)(mlir::MLIRContext *context, llvm::StringRef word);
};

/// The row of an attribute's class; none where it is stored as it is written.
const StructRow *structRow(llvm::StringRef storage);
const EnumRow *enumRow(llvm::StringRef storage);

} // namespace shardc
