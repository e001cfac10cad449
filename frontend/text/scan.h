// SPDX-License-Identifier: Apache-2.0
// A look at MLIR text before it is parsed, for what MLIR's parser would not survive or take.
#pragma once

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace shardc {

/// Whether it may be in a name.
inline bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; }

/// The position after the string that begins at `at`, or after the comment, or `at` where neither
/// does.
size_t skipQuoted(llvm::StringRef text, size_t at);

/// Where brackets are nested deeper than `most`; none if nowhere. MLIR's parser is recursive.
std::optional<size_t> nestedTooDeeply(llvm::StringRef text, int most);

/// Where "array<type: ...>" is of neither integers nor floats; none if nowhere. MLIR's parser reads
/// the width of a type that has none.
std::optional<size_t> arrayOfNoNumbers(llvm::StringRef text);

/// Newer MLIR writes booleans in hexadecimal as one byte each; the parser here wants one bit each.
/// The same text with such literals rewritten, at the same length so that columns stay.
std::string packBooleans(llvm::StringRef text);

} // namespace shardc
