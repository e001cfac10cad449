// SPDX-License-Identifier: Apache-2.0
#include "frontend/text/scan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace shardc {

size_t skipQuoted(StringRef text, size_t at) {
  if (text.substr(at).starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (text[at] != '"') return at;
  for (size_t end = at + 1; end < text.size(); ++end) {
    if (text[end] == '\\')
      ++end;
    else if (text[end] == '"')
      return end + 1;
  }
  return text.size();
}

/// Whether text begins with the name of a type that has a width: "i32", "ui8", "bf16", "f8E4M3FN".
static bool beginsWithNumberType(StringRef text) {
  const StringRef letters = text.take_while(llvm::isAlpha);
  const StringRef after = text.drop_front(letters.size());
  return !after.empty() && llvm::isDigit(after[0]) &&
         llvm::is_contained({"i", "si", "ui", "f", "bf", "tf"}, letters);
}

/// Where the word "array" stands in front of this "<", if no type that has a width is behind it.
static std::optional<size_t> arrayOpenedAt(StringRef text, size_t at) {
  StringRef before = text.take_front(at).rtrim();
  const bool isArray =
      before.consume_back("array") && (before.empty() || !isNameCharacter(before.back()));
  if (!isArray || beginsWithNumberType(text.substr(at + 1).ltrim())) return std::nullopt;
  return before.size();
}

namespace {

/// A walk from bracket to bracket, past strings and comments.
class Look {
public:
  Look(StringRef text, int mostNested) : text(text), mostNested(mostNested) {}
  TextLook run() &&;

private:
  void pass();
  void open();
  void close();
  /// Behind a string or comment, or a lone '/'.
  void skip();
  bool standsBehindBracket() const { return text.slice(behindBracket, at).trim().empty(); }

  StringRef text;
  int mostNested;
  TextLook look;
  size_t at = 0;
  int depth = 0;
  StringRef op;             // the last string that an opening parenthesis followed
  size_t behindBracket = 0; // the last ')' or ']', and comments behind it
};

} // namespace

void Look::skip() {
  const size_t end = skipQuoted(text, at);
  if (end == at) {
    ++at;
    return;
  }
  const bool isString = text[at] == '"';
  if (!isString && standsBehindBracket()) behindBracket = end;
  if (isString && text.substr(end).starts_with("("))
    op = text.slice(at + 1, std::max(end - 1, at + 1));
  look.hasHexadecimal |= text.substr(at).starts_with("\"0x");
  at = end;
}

void Look::open() {
  const bool angle = text[at] == '<';
  look.hasPlaces |= text[at] == '(' && text.take_front(at).ends_with("loc");
  if (angle) look.arrayOfNoNumbers = arrayOpenedAt(text, at);
  if (angle && text.substr(at).starts_with("<{") && behindBracket > 0 && standsBehindBracket())
    look.properties.push_back({op, at + 2});
  if (++depth > mostNested) look.tooDeep = at;
}

void Look::close() {
  const char c = text[at];
  if (c == '>' && at > 0 && text[at - 1] == '-') return;
  if (c == ')' || c == ']') behindBracket = at + 1;
  depth = std::max(depth - 1, 0);
}

void Look::pass() {
  static constexpr CharacterSet kOpening("([{<");
  const char c = text[at];
  if (c == '"' || c == '/') return skip();
  kOpening.contains(c) ? open() : close();
  ++at;
}

TextLook Look::run() && {
  static constexpr CharacterSet kBrackets("\"/([{<>}])");
  while ((at = kBrackets.next(text, at)) < text.size() && !look.tooDeep && !look.arrayOfNoNumbers)
    pass();
  return std::move(look);
}

TextLook lookAt(StringRef text, int mostNested) { return Look(text, mostNested).run(); }

/// The number of elements of "tensor<100x100xi1>" at the start of the text; none for other types.
static std::optional<int64_t> booleansIn(StringRef text) {
  if (!text.consume_front("tensor<")) return std::nullopt;
  int64_t count = 1;
  while (!text.starts_with("i1>")) {
    int64_t extent = 0;
    if (text.consumeInteger(10, extent) || !text.consume_front("x") || extent < 0 ||
        llvm::MulOverflow(count, extent, count) || count >= int64_t(1) << 40)
      return std::nullopt;
  }
  return count;
}

/// The hexadecimal digits of `count` booleans, packed from one byte each; none where a byte is not
/// a boolean.
static std::optional<std::string> packed(StringRef digits, int64_t count) {
  std::string bytes;
  if (digits.size() != 2 * size_t(count) || !llvm::tryGetFromHex(digits, bytes))
    return std::nullopt;
  std::string bits((count + 7) / 8, '\0');
  for (int64_t k = 0; k < count; ++k) {
    if (bytes[k] != 0 && bytes[k] != 1) return std::nullopt;
    bits[k / 8] = char(bits[k / 8] | (bytes[k] << (k % 8)));
  }
  return llvm::toHex(bits);
}

std::string packBooleans(StringRef text) {
  static constexpr CharacterSet kQuotes("\"/");
  std::string out;
  size_t copied = 0;
  for (size_t at = 0; (at = kQuotes.next(text, at)) < text.size();) {
    const size_t end = skipQuoted(text, at);
    if (end == at) {
      ++at;
      continue;
    }
    StringRef quoted = text.slice(at, end), after = text.substr(end);
    const bool literal = text.take_front(at).ends_with("dense<") && quoted.consume_front("\"0x") &&
                         quoted.consume_back("\"") && after.consume_front("> : ");
    const auto count = literal ? booleansIn(after) : std::nullopt;
    const auto bits = count && *count > 1 ? packed(quoted, *count) : std::nullopt;
    if (bits) {
      std::string replaced = "\"0x" + *bits + "\"";
      replaced.resize(std::max(replaced.size(), end - at), ' ');
      out += text.slice(copied, at);
      out += replaced;
      copied = end;
    }
    at = end;
  }
  out += text.substr(copied);
  return out;
}

} // namespace shardc
