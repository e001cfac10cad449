// SPDX-License-Identifier: Apache-2.0
// Changes to parsed programs that know operands, types, regions and shardings. What comes out need
// not be right, but can be printed in generic form.
#pragma once

#include "tests/fuzz/dice.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace shardc::test {

/// Changes a module in one way. Ops of `other`, of the same context, may be put in.
void mutateModule(Dice &dice, mlir::ModuleOp module, mlir::ModuleOp other);

/// A module while it is changed.
struct ModuleDraft {
  Dice &dice;
  mlir::ModuleOp module, other;

  /// Ops inside of functions, but for terminators.
  std::vector<mlir::Operation *> ops();
  /// One of them; none where there is none.
  mlir::Operation *someOp();
  /// Arguments and results inside of functions.
  std::vector<mlir::Value> values();
  /// Values that may stand as an operand of `op`: from before it, or from around it.
  std::vector<mlir::Value> valuesBefore(mlir::Operation *op);
  /// The public function called main; null where there is none with a body.
  mlir::Operation *entry();
};

// Families of changes; each may leave the module as it is.

void changeTypes(ModuleDraft &draft);      // extents and element types, throughout or in one place
void changeOperands(ModuleDraft &draft);   // others of the same type, or in another order
void changeOps(ModuleDraft &draft);        // for others like them; dropped, doubled, repeated
void changeAttributes(ModuleDraft &draft); // a number, a list, an attribute
void wrapOps(ModuleDraft &draft);          // in calls, branches, loops, manual computations
void changeShapes(ModuleDraft &draft);     // values reshaped to other ranks and back
void changeShardings(ModuleDraft &draft);  // meshes, annotations, constraints
void spliceOther(ModuleDraft &draft);      // a call of the other module's function

/// A constant before the builder's place, the same number throughout.
mlir::Value splat(mlir::OpBuilder &builder, mlir::Type type, int64_t number);
/// An op from its parts.
mlir::Operation *make(mlir::OpBuilder &builder, llvm::StringRef name, mlir::TypeRange results,
                      mlir::ValueRange operands,
                      llvm::ArrayRef<mlir::NamedAttribute> attributes = {});
/// Erases an op, unless others use what it or its regions make.
void eraseUnused(mlir::Operation *op);
/// Makes a function's type that of its arguments and of what it returns.
void updateType(mlir::Operation *function);

} // namespace shardc::test
