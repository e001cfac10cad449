// SPDX-License-Identifier: Apache-2.0
// Pieces of Markdown.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace shardc::bundle {

/// "`x`", and several: "`x`, `y` and `z`".
std::string code(const std::string &text);
std::string codes(llvm::ArrayRef<std::string> names);
/// Rows of a table: "| x | y |", and the two that it begins with.
std::string row(llvm::ArrayRef<std::string> cells);
std::string head(llvm::ArrayRef<std::string> cells);

} // namespace shardc::bundle
