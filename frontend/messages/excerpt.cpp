// SPDX-License-Identifier: Apache-2.0
#include "frontend/messages/excerpt.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>

namespace shardc {

using llvm::StringRef;

/// Takes the first character off a text; none where it is ill-formed (one byte is taken then).
static std::optional<uint32_t> takeCharacter(StringRef &text) {
  auto begin = reinterpret_cast<const llvm::UTF8 *>(text.begin()), at = begin;
  auto end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  llvm::UTF32 character = 0;
  bool ok =
      llvm::convertUTF8Sequence(&at, end, &character, llvm::strictConversion) == llvm::conversionOK;
  text = text.drop_front(ok ? at - begin : 1);
  return ok ? std::optional<uint32_t>(character) : std::nullopt;
}

static bool isHarmless(uint32_t character) {
  if (character < 0x20 || (character >= 0x7F && character < 0xA0)) return false;
  bool direction = (character >= 0x200E && character <= 0x200F) ||
                   (character >= 0x2028 && character <= 0x202E) ||
                   (character >= 0x2066 && character <= 0x2069) || character == 0x061C;
  return !direction;
}

std::string printable(StringRef text) {
  std::string result;
  while (!text.empty()) {
    StringRef before = text;
    std::optional<uint32_t> character = takeCharacter(text);
    StringRef bytes = before.drop_back(text.size());
    if (!character)
      result += llvm::formatv("\\x{0:x-2}", uint8_t(bytes[0])).str();
    else if (isHarmless(*character))
      result += bytes;
    else if (*character == '\n')
      result += "\\n";
    else if (*character == '\t')
      result += ' ';
    else
      result += llvm::formatv(*character < 0x100 ? "\\x{0:x-2}" : "\\u{0:x-4}", *character).str();
  }
  return result;
}

static size_t widthOf(StringRef text) {
  int width = llvm::sys::unicode::columnWidthUTF8(text);
  return width < 0 ? text.size() : width;
}

/// The first byte of the character that a place lies in.
static size_t characterAt(StringRef text, size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
    --at;
  return at;
}

std::string excerpt(StringRef line, unsigned number, unsigned column) {
  constexpr size_t before = 60, after = 40;
  line = line.take_front(line.find('\n')).rtrim('\r');
  if (column == 0 || column - 1 > line.size()) return "";
  size_t place = characterAt(line, column - 1);
  size_t first = place > before ? characterAt(line, place - before) : 0;
  size_t last = place + after < line.size() ? characterAt(line, place + after) : line.size();
  std::string left = (first > 0 ? "..." : "") + printable(line.slice(first, place));
  std::string right = printable(line.slice(place, last)) + (last < line.size() ? "..." : "");
  std::string margin = std::to_string(number);
  margin.insert(0, margin.size() < 5 ? 5 - margin.size() : 0, ' ');
  return margin + " | " + left + right + "\n" + std::string(margin.size(), ' ') + " | " +
         std::string(widthOf(left), ' ') + "^\n";
}

} // namespace shardc
