// SPDX-License-Identifier: Apache-2.0
// MLIR's parser stops at the first op whose syntax it does not know. An op's results are all that
// the rest of a program needs of it, and every published syntax ends with them: `: T`, or
// `: ... -> T`, at the end of the line or before `loc(`. So an op can be replaced by one in generic
// form without knowing what stands between.
#include "frontend/text/missing.h"

#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/ir/calls/routines/library_calls.h"
#include "frontend/ir/calls/routines/routine_calls.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/tables/registry.h"
#include "frontend/text/scan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <functional>

using llvm::StringRef;

namespace shardc {

static bool isMissing(StringRef name, mlir::MLIRContext &context) {
  const auto [dialect, mnemonic] = name.split('.');
  return llvm::is_contained(unsupportedMnemonics(dialect), mnemonic) &&
         !mlir::RegisteredOperationName::lookup(name, &context);
}

namespace {

/// A search for one word, faster than a look at each character.
class WordSearch {
public:
  explicit WordSearch(StringRef word) : search(word.begin(), word.end()) {}
  /// The position of the next one, at or behind `at`, or the text's end.
  size_t next(StringRef text, size_t at) const {
    return std::search(text.begin() + at, text.end(), search) - text.begin();
  }

private:
  std::boyer_moore_horspool_searcher<const char *> search;
};

/// What of a text is in no string and no comment.
class PlainText {
public:
  explicit PlainText(StringRef text) : text(text) {}
  /// Each position is asked for after those before it.
  bool contains(size_t at) {
    while (walked < at)
      walked = std::max(walked + 1, skipQuoted(text, walked));
    return walked == at;
  }

private:
  StringRef text;
  size_t walked = 0; // what stands before it is known
};

/// What stands behind the name of an op.
struct Tail {
  size_t end = 0;                 // of the op
  size_t colon = StringRef::npos; // the last one outside of brackets
  size_t arrow = StringRef::npos; // the last one outside of brackets, behind the colon
};

} // namespace

/// The op whose name ends at `at`.
static Tail tailOf(StringRef text, size_t at) {
  Tail tail;
  int depth = 0;
  while (at < text.size()) {
    if (const size_t after = skipQuoted(text, at); after != at) {
      at = after;
      continue;
    }
    const StringRef rest = text.substr(at);
    if (depth == 0 && (rest[0] == '\n' || rest.starts_with("loc("))) break;
    if (depth == 0 && rest[0] == ':') {
      tail.colon = at;
      tail.arrow = StringRef::npos;
    }
    if (depth == 0 && rest.starts_with("->")) tail.arrow = at;
    if (StringRef("([{<").contains(rest[0])) ++depth;
    if (StringRef(")]}>").contains(rest[0]) && text[at - 1] != '-') --depth;
    if (depth < 0) break; // the end of the region around
    ++at;
  }
  tail.end = at;
  return tail;
}

/// The attribute that generic form has for the `@target` behind the name of a call.
static std::string targetOf(StringRef behindName) {
  behindName = behindName.ltrim(' ');
  if (!behindName.consume_front("@")) return "";
  return " {call_target_name = \"" + behindName.take_while(isNameCharacter).str() + "\"}";
}

/// Whether a call whose name ends here is one that is read.
static bool isReadCall(StringRef behindName, const CustomOps *ops) {
  behindName = behindName.ltrim(' ');
  if (!behindName.consume_front("@")) return false;
  const StringRef target = behindName.take_while(isNameCharacter);
  return isKnownTarget(target) || isLibraryTarget(target) || isRoutineTarget(target) ||
         (ops && isDeclared(*ops, target));
}

/// Generic form of the op; none where it says no type.
static std::optional<std::string> generic(StringRef text, size_t begin, size_t nameEnd,
                                          const Tail &tail) {
  if (tail.colon == StringRef::npos) return std::nullopt;
  const bool hasArrow = tail.arrow != StringRef::npos;
  const StringRef results = text.slice(hasArrow ? tail.arrow + 2 : tail.colon + 1, tail.end).trim();
  const StringRef target = text.slice(nameEnd, tail.end);
  std::string op =
      "\"" + text.slice(begin, nameEnd).str() + "\"()" + targetOf(target) + " : () -> ";
  op += results.starts_with("(") ? results.str() : "(" + results.str() + ")";
  return op + std::string(text.slice(begin, tail.end).count('\n') - results.count('\n'), '\n') +
         " ";
}

/// Where the word around `at` begins, with its sigil if it is a name (`%x.y`, `@f.g`); at `from` at
/// the earliest.
static size_t wordBegin(StringRef text, size_t from, size_t at) {
  size_t begin = at;
  while (begin > from && isNameCharacter(text[begin - 1]))
    --begin;
  const bool sigil = begin > from && StringRef("%@#!^").contains(text[begin - 1]);
  return begin - sigil;
}

std::optional<std::string> withMissingOps(StringRef text, mlir::MLIRContext &context,
                                          const CustomOps *ops) {
  const WordSearch names("hlo."); // of stablehlo and chlo
  PlainText plain(text);
  std::string out;
  size_t copied = 0;
  for (size_t from = 0, at = 0; (at = names.next(text, at)) < text.size();) {
    const size_t begin = wordBegin(text, from, at);
    const size_t end = at + text.substr(at).take_while(isNameCharacter).size();
    at = from = end;
    const StringRef word = text.slice(begin, end);
    if (!isMissing(word, context) || isReadCall(text.substr(end), ops) ||
        text.substr(end).ltrim(' ').starts_with("=") || !plain.contains(begin))
      continue;
    const Tail tail = tailOf(text, end);
    const auto op = generic(text, begin, end, tail);
    if (!op) return std::nullopt;
    out += text.slice(copied, begin);
    out += *op;
    copied = at = from = tail.end;
  }
  if (copied == 0) return std::nullopt;
  return out + text.substr(copied).str();
}

} // namespace shardc
