// SPDX-License-Identifier: Apache-2.0
// Text of users on a terminal: nothing in it may move the cursor, change colours or turn the order
// of characters round.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace shardc {

/// The text with control characters, ill-formed UTF-8 and marks that change the direction of
/// writing spelled out (`\n`, `\x1b`, `\u202e`).
std::string printable(llvm::StringRef text);

/// A line of a file with a caret below a column, two lines with a margin that ends in `|`. Of a
/// long line the part around the column. "" where the column lies outside.
std::string excerpt(llvm::StringRef line, unsigned number, unsigned column);

} // namespace shardc
