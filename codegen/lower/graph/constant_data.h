// SPDX-License-Identifier: Apache-2.0
// The data of constants as bytes.
#pragma once

#include "mlir/IR/BuiltinAttributes.h"

#include <vector>

namespace shardc {

/// Row-major, little-endian; an i1 takes a byte. The element type is one that shardc supports.
std::vector<char> constantBytes(mlir::ElementsAttr data);

} // namespace shardc
