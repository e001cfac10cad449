// SPDX-License-Identifier: Apache-2.0
// What shardc makes of every attribute that JAX, Shardy and StableHLO print: a row for each. What
// has no row is refused, so that nothing that a program says is passed over.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace shardc {

/// What carries an attribute.
enum class Carrier : uint8_t { module, function, argument, result, mesh, op };

/// "an argument".
llvm::StringRef nameOf(Carrier carrier);

enum class Treatment : uint8_t {
  honoured, // it decides something
  noEffect, // by its definition, results and shardings are the same with and without it
  refused,  // it asks for what is not supported yet
};

struct AttributeRow {
  Carrier carrier;
  llvm::StringRef op; // of Carrier::op: the op that has it by its definition; "" for any op
  llvm::StringRef name;
  Treatment treatment;
  const char *why; // what it decides, why nothing, or what is not supported
  /// Of rows that are not refused: the values that they are about; others are refused. Null: all.
  bool (*takes)(mlir::Operation *carrier, mlir::Attribute value) = nullptr;
};
llvm::ArrayRef<AttributeRow> attributeTable();

/// The row of an attribute, null where it has none.
const AttributeRow *attributeRow(Carrier carrier, llvm::StringRef op, llvm::StringRef name);

/// Reports what the table refuses, and what it does not know, at the ops that carry it.
mlir::LogicalResult checkAttributes(mlir::ModuleOp program);

} // namespace shardc
