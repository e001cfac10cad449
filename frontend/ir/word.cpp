// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/word.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace shardc {

/// Letters, digits and underscores; one underscore for all that stands between.
static std::string inLetters(StringRef part) {
  std::string word;
  for (const char c : part) {
    const bool letter = llvm::isAlnum(c) || c == '_';
    if (letter || (!word.empty() && word.back() != '_')) word += letter ? c : '_';
  }
  while (word.size() > 1 && word.back() == '_' && !part.ends_with("_"))
    word.pop_back();
  return word;
}

static bool isJit(StringRef part) { return part.starts_with("jit(") && part.ends_with(")"); }

std::string wordOf(StringRef path) {
  llvm::SmallVector<StringRef> parts;
  path.split(parts, '/', -1, /*KeepEmpty=*/false);
  while (parts.size() > 1 && isJit(parts.front()))
    parts.erase(parts.begin());
  std::vector<std::string> words;
  for (const StringRef part : parts)
    words.push_back(inLetters(part));
  const auto shorter = [](const std::string &a, const std::string &b) {
    return a.size() < b.size();
  };
  while (words.size() > 2 && llvm::join(words, "_").size() > kLongestWord)
    words.erase(std::max_element(words.begin() + 1, words.end() - 1, shorter));
  return llvm::join(words, "_");
}

} // namespace shardc
