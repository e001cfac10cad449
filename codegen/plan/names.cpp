// SPDX-License-Identifier: Apache-2.0
#include "codegen/plan/names.h"

#include "frontend/ir/word.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace shardc {

using llvm::StringRef;

constexpr size_t kLongest = kLongestWord;

static llvm::StringSet<> wordsOf(llvm::ArrayRef<StringRef> lines) {
  llvm::StringSet<> words;
  llvm::SmallVector<StringRef, 0> line;
  for (StringRef text : lines)
    text.split(line, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef word : line)
    words.insert(word);
  return words;
}

/// Also what C++ keeps for compilers: two leading underscores, or one and a capital.
static bool isReserved(StringRef name) {
  static const llvm::StringSet<> words = wordsOf({
#define RESERVED(words) words,
#include "codegen/plan/reserved.def"
  });
  if (name.size() > 1 && name[0] == '_' && (name[1] == '_' || llvm::isUpper(name[1]))) return true;
  return words.contains(name);
}

static bool isReservedForPrograms(StringRef name) {
  static const llvm::StringSet<> words = wordsOf({
#define RESERVED_PROGRAM(words) words,
#include "codegen/plan/reserved.def"
  });
  return words.contains(name);
}

static std::string marked(std::string id) {
  id.resize(std::min(id.size(), kLongest - 1));
  return id + '_';
}

std::string identifier(StringRef name) {
  const std::string word = name.contains('/') ? wordOf(name) : name.str(); // a path
  std::string id;
  for (const char c : word) {
    if (id.size() == kLongest) break;
    if ((c & 0xC0) == 0x80) continue; // inside a character of several bytes
    if (id.empty() && llvm::isDigit(c)) id += '_';
    id += llvm::isAlnum(c) ? c : '_';
  }
  if (id.empty()) id = "_";
  return isReserved(id) ? marked(id) : id;
}

std::string programIdentifier(StringRef name) {
  const std::string id = identifier(name);
  // NAME_input of the program a_set would be NAME_set_input of the program a.
  const bool readTwice = StringRef(id).ends_with("_set") || StringRef(id).ends_with("_get");
  return readTwice || isReservedForPrograms(id) ? marked(id) : id;
}

constexpr StringRef kMarker = "_io";

/// Whether `id` is seen to end in front of a "_", a character that is no digit, and more that has
/// no small letters: behind its last small letter each "_" is followed by a digit. Those that end
/// like marked ones need the mark themselves.
static bool endsVisibly(StringRef id) {
  const size_t last = id.find_last_of("abcdefghijklmnopqrstuvwxyz");
  if (last == StringRef::npos || id.ends_with(kMarker)) return false;
  for (size_t at = id.find('_', last); at != StringRef::npos; at = id.find('_', at + 1))
    if (at + 1 == id.size() || !llvm::isDigit(id[at + 1])) return false;
  return true;
}

std::string programPrefix(StringRef id) {
  if (llvm::all_of(id, [](char c) { return llvm::isLower(c) || llvm::isDigit(c); }))
    return id.upper();
  return endsVisibly(id) ? id.str() : (id + kMarker).str();
}

std::string Names::fresh(StringRef name) {
  const std::string wanted = identifier(name);
  unsigned &number = last.try_emplace(wanted, 1).first->second;
  std::string id = wanted;
  while (!taken.insert(id).second) {
    const std::string suffix = "_" + std::to_string(++number);
    id = wanted.substr(0, kLongest - suffix.size()) + suffix;
  }
  return id;
}

} // namespace shardc
