// SPDX-License-Identifier: Apache-2.0
#include "frontend/json_text.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

#include <charconv>
#include <cmath>

namespace shardc::json {

static void appendUnit(std::string &out, unsigned unit) {
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4)
    out += llvm::hexdigit((unit >> shift) & 0xf, /*LowerCase=*/true);
}

static void appendCharacter(std::string &out, unsigned c) {
  if (c == '"' || c == '\\') {
    out += '\\';
    out += static_cast<char>(c);
  } else if (c >= 0x20 && c < 0x7f) {
    out += static_cast<char>(c);
  } else if (c == '\n') {
    out += "\\n";
  } else if (c < 0x10000) {
    appendUnit(out, c);
  } else {
    appendUnit(out, 0xd800 + ((c - 0x10000) >> 10));
    appendUnit(out, 0xdc00 + ((c - 0x10000) & 0x3ff));
  }
}

std::string quoted(llvm::StringRef text) {
  std::string out = "\"";
  const auto *at = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  while (at != end) {
    llvm::UTF32 c = 0;
    if (llvm::convertUTF8Sequence(&at, end, &c, llvm::strictConversion) != llvm::conversionOK) {
      c = 0xfffd;
      ++at;
    }
    appendCharacter(out, c);
  }
  return out + "\"";
}

std::string number(double value) {
  if (!std::isfinite(value)) return "null";
  if (std::trunc(value) == value && std::abs(value) < 0x1p53)
    return std::to_string(static_cast<int64_t>(value));
  char buffer[64];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

std::string numbers(llvm::ArrayRef<int64_t> values) {
  return list(values, [](int64_t value) { return std::to_string(value); });
}

std::string lines(llvm::ArrayRef<std::string> entries) {
  if (entries.empty()) return "[]";
  std::string out = "[\n";
  for (size_t i = 0; i < entries.size(); ++i)
    out += "    " + entries[i] + (i + 1 == entries.size() ? "\n" : ",\n");
  return out + "  ]";
}

} // namespace shardc::json
