// SPDX-License-Identifier: Apache-2.0
// The values of a program by what people call them.
#pragma once

#include "frontend/diagnostics.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// A value of the entry, or an output, which may lie otherwise than the value that is returned.
struct NamedValue {
  std::string name; // the program's; where it has none, the plan's: "v12"
  mlir::Value value;
  std::optional<unsigned> output = {};
  bool ownName = true;
};

/// Inputs, what ops make (regions included), outputs: in order.
std::vector<NamedValue> valuesOf(mlir::ModuleOp program);

/// What somebody may mean. With `several` meanings `found` is empty, and `near` has them; with none
/// it has what comes near.
struct FoundValues {
  std::vector<NamedValue> found, near;
  bool several = false;
};
/// The values called `typed`: by name (the program's, JAX's spelling of it, the plan's, argN, outN);
/// by the line that makes them ("12", "12:5", "model.py:12", "model.py:12:5"); by the end of a name,
/// of whole words ("Dense_0/kernel" for "p/Dense_0/kernel") or else of letters.
FoundValues findValues(llvm::StringRef typed, llvm::ArrayRef<NamedValue> values);

/// "'h' f32[8, 64]" with its place, for a list of what could be meant.
Told noteOf(const NamedValue &value);

} // namespace shardc
