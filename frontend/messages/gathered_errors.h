// SPDX-License-Identifier: Apache-2.0
// One error per cause, however often it occurs.
#pragma once

#include "frontend/diagnostics.h"

#include "llvm/ADT/StringMap.h"

namespace shardc {

/// Holds back what is not supported (errors whose exit code says so) while it lives, and then tells
/// each message once, at the first place that has it, with the number of places. So messages that
/// have the same cause have to have the same words. Other diagnostics pass.
class GatheredErrors {
public:
  explicit GatheredErrors(mlir::MLIRContext *context);
  ~GatheredErrors();

private:
  struct Cause {
    Diag id;
    mlir::Location first;
    std::string message;
    std::vector<std::pair<mlir::Location, std::string>> notes;
    size_t count = 1;
  };

  mlir::LogicalResult handle(mlir::Diagnostic &diagnostic);

  std::vector<Cause> causes;
  llvm::StringMap<size_t> numbers; // of causes, by id and message
  // Last, as it has to be gone before errors are told.
  std::optional<mlir::ScopedDiagnosticHandler> handler;
};

} // namespace shardc
