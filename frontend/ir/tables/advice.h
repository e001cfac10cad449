// SPDX-License-Identifier: Apache-2.0
// What to write in JAX meanwhile, for what it prints and shardc cannot compile yet.
#pragma once

#include "frontend/diagnostics.h"

namespace shardc {

/// Adds a note about an op ("stablehlo.scatter") or an element type ("ui64") that is missing to its
/// error at `loc`; nothing where there is no way round. tests/jax tries each of them.
void advise(Report &error, mlir::Location loc, llvm::StringRef missing);

} // namespace shardc
