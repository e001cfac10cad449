// SPDX-License-Identifier: Apache-2.0
// Reading small programs in tests.
#pragma once

#include "frontend/diagnostics.h"
#include "frontend/frontend.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/names.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace shardc::test {

/// A program, read, and everything that was said about it.
struct Program {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  std::vector<Told> told;
  mlir::OwningOpRef<mlir::ModuleOp> module;

  explicit Program(llvm::StringRef text) {
    mlir::ScopedDiagnosticHandler handler(context.get(), [&](mlir::Diagnostic &diagnostic) {
      told.push_back(shardc::told(diagnostic));
    });
    Files files;
    module = readProgram(*context, text, "test.mlir", files);
  }

  /// "id: message" of the first error; empty where there is none.
  std::string error() const {
    for (const Told &each : told)
      if (each.severity == mlir::DiagnosticSeverity::Error)
        return (each.id.empty() ? "mlir" : each.id) + ": " + each.message;
    return "";
  }
  std::string print() const {
    std::string text;
    llvm::raw_string_ostream out(text);
    (*module)->print(out);
    return text;
  }
  mlir::Operation *firstOp() const { return &entryOf(*module).front().front(); }
};

/// A program that returns the results of one line, "%r = ..."; `inputs` are "%x: tensor<2xf32>".
inline std::string oneOp(const std::string &inputs, const std::string &line,
                         const std::string &result) {
  const bool several = line.find(":2 =") != std::string::npos;
  const std::string types = several ? "(" + result + ")" : result;
  return "func.func public @main(" + inputs + ") -> " + types + " {\n  " + line + "\n  return " +
         (several ? "%r#0, %r#1" : "%r") + " : " + result + "\n}\n";
}

} // namespace shardc::test
