// SPDX-License-Identifier: Apache-2.0
#include "frontend/messages/message_values.h"

#include "llvm/ADT/StringExtras.h"

namespace shardc {

using llvm::StringRef;

static bool isWord(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Where the quoted text that begins behind `open` ends: at a quote that no letter follows, as
/// apostrophes stand before letters.
static size_t closing(StringRef message, size_t open) {
  for (size_t at = message.find('\'', open); at != StringRef::npos; at = message.find('\'', at + 1))
    if (at + 1 == message.size() || !isWord(message[at + 1])) return at;
  return StringRef::npos;
}

/// The number that the text begins with, and how long it is; 0 where it begins with none.
static size_t takeNumber(StringRef text, llvm::json::Array &values) {
  StringRef digits = text;
  digits.consume_front("-");
  const size_t sign = text.size() - digits.size();
  size_t length = digits.take_while(llvm::isDigit).size();
  if (length == 0) return 0;
  const StringRef behind = digits.drop_front(length);
  if (behind.starts_with(".") && behind.size() > 1 && llvm::isDigit(behind[1])) {
    length += 1 + behind.drop_front(1).take_while(llvm::isDigit).size();
    double real = 0;
    if (!text.take_front(sign + length).getAsDouble(real)) values.push_back(real);
    return sign + length;
  }
  int64_t whole = 0;
  if (!text.take_front(sign + length).getAsInteger(10, whole)) values.push_back(whole);
  return sign + length;
}

llvm::json::Array valuesOf(StringRef message) {
  llvm::json::Array values;
  for (size_t at = 0; at < message.size();) {
    if (message[at] == '\'') {
      const size_t end = closing(message, at + 1);
      if (end == StringRef::npos) break;
      values.push_back(llvm::json::fixUTF8(message.slice(at + 1, end)));
      at = end + 1;
      continue;
    }
    const bool isMinus = message[at] != '-' || at == 0 || !isWord(message[at - 1]); // not of "4-7"
    if (const size_t length = isMinus ? takeNumber(message.drop_front(at), values) : 0) {
      at += length;
      continue;
    }
    // A digit or an apostrophe inside a word ("f32", "program's") is neither.
    const size_t word = message.drop_front(at).take_while(isWord).size();
    at += std::max<size_t>(word, 1);
    if (word > 0 && at < message.size() && message[at] == '\'') ++at;
  }
  return values;
}

} // namespace shardc
