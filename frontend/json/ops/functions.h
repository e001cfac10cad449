// SPDX-License-Identifier: Apache-2.0
// Functions of a program: one `func` for each signature that a function is called with.
#pragma once

#include "frontend/files.h"
#include "frontend/json/form/form.h"
#include "frontend/json/ops/dim_names.h"
#include "frontend/messages/error_limit.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

#include <map>

namespace shardc::json {

/// The module being read, and what all its functions share.
class ProgramBuilder {
public:
  ProgramBuilder(mlir::ModuleOp result, const ProgramForm &program, Files &programFiles,
                 const ErrorLimit &programErrors)
      : module(result), form(program), files(programFiles), errors(programErrors) {}

  mlir::ModuleOp module;
  const ProgramForm &form;
  Files &files;
  const ErrorLimit &errors;
  DimNames dims;

  mlir::LogicalResult readMain();
  /// The function for these arguments; reported at the name where there is none, where it calls
  /// itself, or where there are too many of them. Null after an error.
  mlir::func::FuncOp instance(Value name, llvm::ArrayRef<mlir::Value> arguments);

private:
  using Signature = std::pair<std::string, std::vector<std::string>>;

  mlir::func::FuncOp makeFunction(llvm::StringRef name, const ScopeForm &scope,
                                  mlir::TypeRange types);
  mlir::func::FuncOp fill(mlir::func::FuncOp func, const ScopeForm &scope);
  void nameDimensions(mlir::func::FuncOp main);
  void nameOutputs(mlir::func::FuncOp main);
  const FunctionForm *find(Value name);
  mlir::LogicalResult checkCalled() const;
  mlir::LogicalResult checkCall(Value name, const FunctionForm &function, size_t count);

  std::map<Signature, mlir::func::FuncOp> instances; // null: wrong, and reported
  llvm::StringMap<const FunctionForm *> byName;      // empty until a function is called
  std::vector<std::string> open;                     // functions being read, outermost first
};

} // namespace shardc::json
