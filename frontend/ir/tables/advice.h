// SPDX-License-Identifier: Apache-2.0
// What to write in JAX meanwhile, for what it prints and shardc cannot compile yet.
#pragma once

#include "frontend/diagnostics.h"

namespace shardc {

/// The way out for what is missing: an op ("stablehlo.scatter"), the target of a custom call
/// ("@lapack_sgeqrf_ffi") or an element type ("ui64"). Ops and calls have one each; "" for a type
/// without. tests/jax tries them.
llvm::StringRef adviceFor(llvm::StringRef missing);

/// Whether there is any for just this.
bool hasAdvice(llvm::StringRef missing);
/// Adds it as a note to the error at `loc`.
void advise(Report &error, mlir::Location loc, llvm::StringRef missing);

} // namespace shardc
