// SPDX-License-Identifier: Apache-2.0
// A look at MLIR text before it is parsed, for what MLIR's parser would not survive or take.
#pragma once

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardc {

/// A set of characters. Programs are long, and few characters of them say anything to a scan.
class CharacterSet {
public:
  constexpr explicit CharacterSet(std::string_view characters) {
    for (char c : characters)
      isIn[static_cast<unsigned char>(c)] = true;
  }
  bool contains(char c) const { return isIn[static_cast<unsigned char>(c)]; }
  /// The position of the first of them, at or behind `at`, or the text's end.
  size_t next(llvm::StringRef text, size_t at) const {
    while (at < text.size() && !contains(text[at]))
      ++at;
    return at;
  }

private:
  std::array<bool, 256> isIn = {};
};

/// Whether it may be in a name.
inline bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$'; }

/// The position after the string that begins at `at`, or after the comment, or `at` where neither
/// does.
size_t skipQuoted(llvm::StringRef text, size_t at);

/// Where an op in its generic form is given properties: `"stablehlo.iota"() <{...}>`.
struct PropertyList {
  llvm::StringRef op;
  size_t at = 0; // behind "<{"
};

/// What parsing a text depends on, found in one pass.
struct TextLook {
  /// Where brackets are nested too deeply. MLIR's parser is recursive.
  std::optional<size_t> tooDeep;
  /// Where the first "array<type: ...>" is of neither integers nor floats. MLIR's parser reads the
  /// width of a type that has none.
  std::optional<size_t> arrayOfNoNumbers;
  bool hasPlaces = false;      // "loc("
  bool hasHexadecimal = false; // "dense<"0x..."
  std::vector<PropertyList> properties;
};

/// Brackets within brackets that a text may have; programs have about twenty.
inline constexpr int kMostNested = 256;

/// Looks up to the first error.
TextLook lookAt(llvm::StringRef text, int mostNested = kMostNested);

/// Newer MLIR writes booleans in hexadecimal as one byte each; the parser here wants one bit each.
/// The same text with such literals rewritten, at the same length so that columns stay.
std::string packBooleans(llvm::StringRef text);

} // namespace shardc
