// SPDX-License-Identifier: Apache-2.0
// OpSharding as bytes, which JAX puts into programs where devices would make a long list. No MLIR.
#pragma once

#include "frontend/ir/sharding/notations/notation_cursor.h"

#include <optional>
#include <string>

namespace shardc {

/// Whether 'mhlo.sharding' is such bytes rather than text.
bool isHloBytes(llvm::StringRef text);
/// The same in HLO's text, which says what is wrong with its numbers. None where the bytes are no
/// OpSharding.
std::optional<std::string> textOfHloBytes(llvm::StringRef bytes, NotationProblem &problem);

} // namespace shardc
