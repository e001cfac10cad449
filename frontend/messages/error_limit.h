// SPDX-License-Identifier: Apache-2.0
// Stops work on a file that has nothing but errors.
#pragma once

#include "mlir/IR/Diagnostics.h"

namespace shardc {

/// Counts the errors of a context while it lives. Those beyond the limit are not told: a million
/// wrong entries are no more help than a hundred, and take no longer.
class ErrorLimit {
public:
  explicit ErrorLimit(mlir::MLIRContext *context, size_t most = 100)
      : most(most), handler(context, [this](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error) return mlir::failure();
          return mlir::success(++errors > this->most);
        }) {}

  bool any() const { return errors > 0; }
  /// Whether it is time to give up.
  bool full() const { return errors >= most; }

private:
  size_t most, errors = 0;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace shardc
