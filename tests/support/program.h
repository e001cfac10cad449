// SPDX-License-Identifier: Apache-2.0
// Programs for tests of what comes after reading: only their signatures matter.
#pragma once

#include "frontend/ir/load.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include <string>

namespace shardc::test {

/// A program that returns values out of nothing.
struct Signature {
  /// `arguments` and `results` are what stands between the parentheses of a func.func:
  /// `%a: tensor<2xf32> loc("x")`.
  explicit Signature(const std::string &arguments, const std::string &results = "") {
    loadDialects(context);
    context.allowUnregisteredDialects();
    std::string text = "func.func public @main(" + arguments + ") -> (" + results + ") {\n" +
                       "  \"test.end\"() : () -> ()\n}\n";
    mlir::ParserConfig unverified(&context, /*verifyAfterParse=*/false);
    module = mlir::parseSourceString<mlir::ModuleOp>(text, unverified);
    returnValues(*module->getOps<mlir::func::FuncOp>().begin());
  }

  static void returnValues(mlir::func::FuncOp entry) {
    mlir::OpBuilder builder(entry.front().getTerminator());
    mlir::OperationState state(entry.getLoc(), "test.make");
    state.addTypes(entry.getResultTypes());
    mlir::func::ReturnOp::create(builder, entry.getLoc(), builder.create(state)->getResults());
    entry.front().getTerminator()->erase();
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace shardc::test
