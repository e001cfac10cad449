// SPDX-License-Identifier: Apache-2.0
// Collects what is reported in a context, as tests compare it.
#pragma once

#include "frontend/diagnostics.h"

#include <string>
#include <vector>

namespace shardc::test {

class Collected {
public:
  explicit Collected(mlir::MLIRContext &context)
      : handler(&context,
                [this](mlir::Diagnostic &diagnostic) { all.push_back(told(diagnostic)); }) {}

  std::vector<Told> all;

  /// One line each: "id line:column message".
  std::string lines() const {
    std::string result;
    for (const Told &one : all)
      result += one.id + " " + std::to_string(one.line) + ":" + std::to_string(one.column) + " " +
                one.message + "\n";
    return result;
  }

private:
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace shardc::test
