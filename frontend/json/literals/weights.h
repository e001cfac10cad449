// SPDX-License-Identifier: Apache-2.0
// Weights in .npy and .npz files beside the program.
#pragma once

#include "frontend/files.h"
#include "frontend/ir/formula/expressions/number.h"
#include "frontend/json/document/document.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace shardc::json {

struct Weights {
  mlir::DenseElementsAttr value;
};

/// Reads a file in the program's folder or below and adds it to those that were read; `key` names
/// an array of a .npz file. A path that leaves the folder (also by a link), a file that is not
/// there or not well-formed, a missing key and an element type that shardc cannot compile are
/// reported at `file` or `key`. `wanted`: what bits are of that stand for a type that NumPy lacks.
std::optional<Weights> readWeights(Value file, std::optional<Value> key, Files &files,
                                   std::optional<ElementType> wanted = std::nullopt);

} // namespace shardc::json
