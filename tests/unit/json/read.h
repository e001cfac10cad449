// SPDX-License-Identifier: Apache-2.0
// Reads a program from text, as the tests here compare it.
#pragma once

#include "frontend/ir/load.h"
#include "frontend/json/program.h"
#include "tests/support/diagnostics.h"

namespace shardc::test {

struct ReadProgram {
  explicit ReadProgram(llvm::StringRef text, llvm::StringRef folder = "") {
    files.folder = folder.str();
    loadDialects(context);
    Collected collected(context);
    module = readJsonProgram(context, text, "p.json", files);
    told = collected.all;
    errors = collected.lines();
  }
  /// The module, generic names of values; empty after errors.
  std::string text() const {
    std::string result;
    llvm::raw_string_ostream stream(result);
    if (module) (*module)->print(stream);
    return result;
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  Files files;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<Told> told;
  std::string errors;
};

/// A program with inputs x: f32[2, 3], y: f32[3], i: i32[2], b: i1[2, 3] and these ops.
inline std::string programOf(llvm::StringRef ops, llvm::StringRef outputs = "[\"z\"]") {
  return (R"({"shardc": 1, "kind": "program", "inputs": [
{"name": "x", "shape": [2, 3], "dtype": "f32", "dims": ["r", "c"]},
{"name": "y", "shape": [3], "dtype": "f32"},
{"name": "i", "shape": [2], "dtype": "i32"},
{"name": "b", "shape": [2, 3], "dtype": "i1"}],
"outputs": )" +
          outputs + ",\n\"ops\": [\n" + ops + "]}")
      .str();
}

} // namespace shardc::test
