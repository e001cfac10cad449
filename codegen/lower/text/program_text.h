// SPDX-License-Identifier: Apache-2.0
// What lowering takes from the module: its text, names, lines, tensors, and the data of constants.
#pragma once

#include "codegen/plan/names.h"
#include "codegen/plan/plan.h"
#include "frontend/config/config.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace shardc {

/// The text of a program, and what it calls values.
class ProgramText {
public:
  explicit ProgramText(mlir::ModuleOp program);

  /// The program's own name of a value, or what the text calls it: "v12" for %12. The text counts
  /// anew in every region: of several %12 the later ones are "v12_2" and so on, the outer first.
  std::string nameOf(mlir::Value value);

  std::string text;

private:
  std::string printedName(mlir::Value value);
  void nameApart(mlir::Block &block, Names &taken);

  mlir::AsmState state;
  llvm::DenseMap<mlir::Value, std::string> inRegions; // that the text calls as another
};

/// Where the user wrote an op.
Source sourceOf(mlir::Operation *op);

/// The inputs and outputs of a program, as far as they are the same whichever way it is cut.
void addTensors(Plan &plan, mlir::func::FuncOp entry, const Config &config);

/// Numbers the constants of a program in the plan as functions come upon them.
class PlanConstants {
public:
  explicit PlanConstants(Plan &plan) : plan(plan) {}
  int numberOf(mlir::Operation *op, const std::string &name);

private:
  Plan &plan;
  Names names;
  llvm::DenseMap<mlir::Operation *, int> numbers;
};

} // namespace shardc
