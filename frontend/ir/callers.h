// SPDX-License-Identifier: Apache-2.0
// Who calls a private function, told with errors in it.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"

#include <memory>

namespace shardc {

/// While it lives, an error about an op of a private function gets notes with the places that call
/// the function, from the nearest up to the program's entry: what JAX prints for a function of a
/// library has no place in the user's file, and its call does.
class CallerNotes {
public:
  explicit CallerNotes(mlir::ModuleOp program);
  ~CallerNotes();

private:
  struct Functions;
  std::unique_ptr<Functions> functions; // made for the first error
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace shardc
