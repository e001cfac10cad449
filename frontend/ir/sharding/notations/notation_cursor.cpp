// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/notations/notation_cursor.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/sharding/algebra/mesh.h"

#include "llvm/ADT/StringExtras.h"

namespace shardc {

using llvm::StringRef;

std::string listText(llvm::ArrayRef<int64_t> numbers) {
  constexpr size_t most = 16;
  std::string text = "[";
  for (const int64_t number : numbers.take_front(most))
    text += (text.size() > 1 ? "," : "") + std::to_string(number);
  return text + (numbers.size() > most ? ",...]" : "]");
}

bool NotationCursor::take(StringRef token) {
  rest = rest.ltrim();
  return rest.consume_front(token);
}

static StringRef wordAt(StringRef text) {
  return text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
}

bool NotationCursor::takeWord(StringRef word) {
  rest = rest.ltrim();
  return wordAt(rest) == word && rest.consume_front(word);
}

bool NotationCursor::comes(llvm::ArrayRef<StringRef> tokens) const {
  StringRef ahead = rest;
  return llvm::all_of(tokens, [&](StringRef token) {
    ahead = ahead.ltrim();
    return ahead.consume_front(token);
  });
}

bool NotationCursor::expect(StringRef token) {
  return take(token) || unexpected("'" + token.str() + "'");
}

bool NotationCursor::expectEnd() { return rest.trim().empty() || unexpected("the end"); }

bool NotationCursor::number(int64_t &value) {
  rest = rest.ltrim();
  const StringRef digits = rest.take_while(llvm::isDigit);
  if (digits.empty()) return unexpected("a number");
  if (digits.getAsInteger(10, value)) return wrong("'" + shown(digits) + "' is too large");
  rest = rest.drop_front(digits.size());
  return true;
}

bool NotationCursor::numbers(std::vector<int64_t> &list, StringRef close, StringRef what) {
  if (!close.empty() && take(close)) return true;
  do {
    if (!number(list.emplace_back())) return false;
    if (list.size() > size_t(kMostDevices))
      return wrong("more than " + std::to_string(kMostDevices) + " " + what.str());
  } while (take(","));
  return close.empty() || expect(close);
}

bool NotationCursor::quoted(std::string &text, char quote) {
  const std::string mark(1, quote);
  if (!expect(mark)) return false;
  const size_t end = rest.find(quote);
  if (end == StringRef::npos) return wrong("a name does not end: " + mark + shown(rest));
  text = rest.take_front(end).str();
  rest = rest.drop_front(end + 1);
  return true;
}

bool NotationCursor::skipBraces() {
  if (!comes({"{"})) return unexpected("'{'");
  rest = rest.ltrim();
  int depth = 0;
  bool inString = false;
  for (size_t at = 0; at < rest.size(); ++at) {
    const char c = rest[at];
    if (c == '"') inString = !inString;
    if (inString && c == '\\') ++at;
    if (inString || (c != '{' && c != '}')) continue;
    depth += c == '{' ? 1 : -1;
    if (depth > 0) continue;
    rest = rest.drop_front(at + 1);
    return true;
  }
  return wrong("'{' has no '}': '" + shown(rest) + "'");
}

bool NotationCursor::wrong(const std::string &what) {
  problem = {what, false};
  return false;
}

bool NotationCursor::unsupported(const std::string &what) {
  problem = {what, true};
  return false;
}

bool NotationCursor::unexpected(const std::string &wanted) {
  const StringRef found = rest.trim();
  return wrong("expected " + wanted +
               (found.empty() ? " where it ends" : ", not '" + shown(found) + "'"));
}

} // namespace shardc
