// SPDX-License-Identifier: Apache-2.0
// Names of element types: StableHLO's, and aliases of NumPy, Nx and HLO.
#pragma once

#include "frontend/json/document/document.h"

#include "mlir/IR/BuiltinTypes.h"

namespace shardc::json {

/// The element type that a string names. Unknown ones, and those that shardc cannot compile, are
/// reported at the string; null then.
mlir::Type readDtype(Value value);

/// "f32", as in a program.
std::string dtypeName(mlir::Type type);

} // namespace shardc::json
