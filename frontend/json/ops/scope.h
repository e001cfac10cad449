// SPDX-License-Identifier: Apache-2.0
// The ops of a scope: of the program, a function or a region.
#pragma once

#include "frontend/json/form/order.h"
#include "frontend/json/ops/attributes.h"
#include "frontend/json/ops/functions.h"
#include "frontend/json/spellings/emitter.h"
#include "frontend/json/spellings/spellings.h"

#include "llvm/ADT/StringSet.h"

namespace shardc::json {

/// Fills a block with the ops of a scope. An op that is wrong is reported; ops that use it are left
/// out without a word, so that one run shows every error once.
class ScopeBuilder {
public:
  /// `outside`: the scope whose values may be used too, if there is one.
  ScopeBuilder(ProgramBuilder &programBuilder, mlir::Block &into, const ScopeForm &form,
               llvm::StringRef pathOfNames, const ScopeBuilder *outside = nullptr);

  /// The values of the outputs; none after an error.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> read();

private:
  using Values = llvm::SmallVector<mlir::Value, 4>;
  using Regions = llvm::SmallVector<std::unique_ptr<mlir::Region>, 1>;

  // Ops (scope.cpp, scope_op.cpp).
  mlir::FailureOr<Values> readOp(const OpForm &op);
  mlir::FailureOr<Values> makeOp(const OpForm &op);
  mlir::FailureOr<Values> makeRegular(const OpForm &op, const OpInfo &info);
  mlir::FailureOr<Values> makeSpelled(const OpForm &op, const Spelling &spelling);
  mlir::FailureOr<Values> makeCall(const OpForm &op);
  mlir::FailureOr<Values> makeCustomCall(const OpForm &op);
  /// The result, to be placed as the op says when there is a mesh.
  mlir::FailureOr<Values> placeLater(const OpForm &op, llvm::ArrayRef<mlir::Value> results);
  mlir::LogicalResult nameResults(const OpForm &op, llvm::ArrayRef<mlir::Value> results);
  mlir::LogicalResult nameDims(const OpForm &op, llvm::ArrayRef<mlir::Value> results);
  mlir::FailureOr<mlir::Type> declaredType(const OpForm &op, const OpInfo &info,
                                           llvm::ArrayRef<mlir::Value> operands, mlir::Type dtype);
  mlir::LogicalResult checkDeclared(const OpForm &op, llvm::ArrayRef<mlir::Value> results,
                                    mlir::Type dtype);
  mlir::FailureOr<std::unique_ptr<mlir::Region>>
  readRegion(const OpForm &op, const RegionForm &form, RegionsTake take, mlir::TypeRange arguments);
  mlir::FailureOr<Regions> readRegions(const OpForm &op, const OpInfo &info,
                                       llvm::ArrayRef<mlir::Value> operands);
  mlir::FailureOr<Regions> readReducer(const OpForm &op, const OpInfo &info, Values &operands);

  // Operands (scope_operands.cpp).
  /// Literals are null: they are read when their element type is known.
  mlir::FailureOr<Values> namedOperands(const OpForm &op);
  mlir::Value lookUp(llvm::StringRef name, mlir::Location loc);
  /// The scope that gives a value this name, this one or one around it; else null.
  const ScopeBuilder *giverOf(llvm::StringRef name) const;
  mlir::LogicalResult checkCount(const OpForm &op, const OpInfo &info, size_t count);
  mlir::FailureOr<Values> readOperands(const OpForm &op, const OpInfo &info, mlir::Type dtype);
  mlir::LogicalResult checkTypes(const OpForm &op, const OpInfo &info,
                                 llvm::ArrayRef<mlir::Value> operands);
  mlir::Value literal(Value json, mlir::Type element);

  ProgramBuilder &program;
  mlir::Block &block;
  mlir::OpBuilder builder;
  const ScopeForm &scope;
  std::string path; // "v/body/": before names of regions
  const ScopeBuilder *around;
  Order order;
  llvm::StringMap<mlir::Value> values;
  llvm::StringSet<> wrong; // names of values that could not be made
};

/// As many names as dimensions, none of them twice; reported otherwise.
mlir::LogicalResult checkDims(mlir::Location loc, llvm::ArrayRef<NameForm> dims, int64_t rank);

/// The op that a reducer's name stands for ("mul": "multiply"); empty where it stands for none.
llvm::StringRef reducerOp(llvm::StringRef name);
llvm::ArrayRef<llvm::StringRef> reducerNames();

} // namespace shardc::json
