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

static constexpr StringRef kWords[] = {
#define RESERVED(words) words,
#include "codegen/plan/reserved.def"
};
static constexpr StringRef kPrefixes[] = {
#define RESERVED_PREFIX(words) words,
#include "codegen/plan/reserved.def"
};
static constexpr StringRef kOfPrograms[] = {
#define RESERVED_PROGRAM(words) words,
#include "codegen/plan/reserved.def"
};
static constexpr StringRef kOfConstants[] = {
#define RESERVED_CONSTANTS(words) words,
#include "codegen/plan/reserved.def"
};

/// Letters, none of them small.
static bool isInCapitals(StringRef name) {
  return llvm::any_of(name, llvm::isUpper) && llvm::none_of(name, llvm::isLower);
}

/// X, W1, X_12: a letter, and at most two digits.
static bool isLetterAndNumber(StringRef name) {
  name = name.drop_front();
  name.consume_front("_");
  return name.size() <= 2 && llvm::all_of(name, llvm::isDigit);
}

/// Macros are in capitals, in all headers, but for those in reserved.def; they do not end in "_",
/// and are no single letters. <math.h> has them with the suffix of a type: M_PIf, M_PIf32x.
static bool looksLikeMacro(StringRef name) {
  if (name.starts_with("M_"))
    name = name.take_front(name.find_last_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") + 1);
  return isInCapitals(name) && !isLetterAndNumber(name) && !name.ends_with("_");
}

static bool isReserved(StringRef name) {
  static const llvm::StringSet<> words = wordsOf(kWords), prefixes = wordsOf(kPrefixes);
  const auto begins = [&](const auto &prefix) { return name.starts_with(prefix.first()); };
  return words.contains(name) || llvm::any_of(prefixes, begins) || looksLikeMacro(name);
}

/// Also with what C's headers add for a type, or for another version of a function: normf, norml.
static bool isReservedForPrograms(StringRef name) {
  static const llvm::StringSet<> words = wordsOf(kOfPrograms);
  static constexpr StringRef suffixes[] = {
      "f",     "l",      "f32",    "f32x",  "f64",    "f64x",    "_r",       "f_r",
      "l_r",   "f32_r",  "f32x_r", "f64_r", "f64x_r", "_l",      "f32_l",    "f32x_l",
      "f64_l", "f64x_l", "64",     "64_l",  "_block", "_system", "_unlocked"};
  const auto isOther = [&](StringRef suffix) {
    StringRef function = name;
    return function.consume_back(suffix) && (words.contains(function) || isReserved(function));
  };
  return words.contains(name) || name.ends_with("_t") || llvm::any_of(suffixes, isOther);
}

bool mayNameFunction(StringRef name) {
  static const llvm::StringSet<> words = wordsOf(kOfPrograms);
  return identifier(name) == name && !words.contains(name) && !name.starts_with("shardc_");
}

static std::string marked(std::string id) {
  id.resize(std::min(id.size(), kLongest - 1));
  return id + '_';
}

/// Without the underscores that make it one of those which C++ keeps for compilers: two, or one
/// before a capital.
static std::string withoutUnderscores(std::string id) {
  const size_t first = std::min(id.find_first_not_of('_'), id.size() - 1);
  const bool isKept = first > 1 || (first == 1 && llvm::isUpper(id[first]));
  return isKept ? id.substr(llvm::isDigit(id[first]) ? first - 1 : first) : id;
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
  id = withoutUnderscores(id);
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
  static const llvm::StringSet<> ofHeaders = wordsOf(kOfConstants);
  const bool isWord = llvm::all_of(id, [](char c) { return llvm::isLower(c) || llvm::isDigit(c); });
  if (isWord && !ofHeaders.contains(id)) return id.upper();
  return endsVisibly(id) ? id.str() : (id + kMarker).str();
}

std::string Names::fresh(StringRef name) {
  const std::string wanted = identifier(name);
  unsigned &number = last.try_emplace(wanted, 1).first->second;
  std::string id = wanted;
  while (!taken.insert(id).second) {
    const std::string suffix = "_" + std::to_string(++number);
    id = wanted.substr(0, kLongest - suffix.size()) + suffix;
    if (looksLikeMacro(id)) id = marked(id);
  }
  return id;
}

} // namespace shardc
