// SPDX-License-Identifier: Apache-2.0
// Names with `*`, which stands for any text.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <limits>

namespace shardc::config {

/// More of them in one config are refused: each is compared with every name.
inline constexpr size_t mostPatterns = 1000;

inline bool isPattern(llvm::StringRef name) { return name.contains('*'); }

/// How specific an exact name is.
inline constexpr size_t exactWeight = std::numeric_limits<size_t>::max();

/// How specific a pattern is: the characters that it fixes.
inline size_t patternWeight(llvm::StringRef pattern) { return pattern.size() - pattern.count('*'); }

/// Whether a pattern fits a whole name. Each piece between stars is taken at its first place, which
/// leaves the most to the rest.
inline bool fitsPattern(llvm::StringRef pattern, llvm::StringRef name) {
  auto [head, rest] = pattern.split('*');
  if (!name.consume_front(head)) return false;
  while (rest.contains('*')) {
    auto [piece, after] = rest.split('*');
    size_t at = name.find(piece);
    if (at == llvm::StringRef::npos) return false;
    name = name.drop_front(at + piece.size());
    rest = after;
  }
  return name.ends_with(rest);
}

} // namespace shardc::config
