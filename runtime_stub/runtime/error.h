// SPDX-License-Identifier: Apache-2.0
// Errors of bundles, and the text of others made fit for a line on a terminal.
#pragma once

#include "runtime/namespace.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Exit codes of a bundle: the compiler's own.
enum class Exit {
  done = 0,
  wrong_input = 1,
  usage = 2,
  unsupported = 3,
  differs = 4,
  environment = 5,
  bug = 70
};

/// What went wrong, in one line that a user of the program can act on.
struct Error : std::runtime_error {
  Error(Exit exit, const std::string &line) : std::runtime_error(line), code(exit) {}
  Exit code;
};

/// How many bytes the character has that `text`, which is not empty, begins with; 0 if it does not
/// print: it is not UTF-8, or controls the terminal or the order of a line.
inline size_t printed_bytes(std::string_view text) {
  const unsigned char first = text[0];
  if (first < 0x80) return first >= 0x20 && first != 0x7f;
  const size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < bytes) return 0;
  unsigned code = first & (0x7f >> bytes);
  for (size_t at = 1; at < bytes; ++at) {
    if ((text[at] & 0xc0) != 0x80) return 0;
    code = code << 6 | (text[at] & 0x3f);
  }
  const auto within = [&](unsigned least, unsigned most) { return code >= least && code <= most; };
  const bool shortest = code >= (bytes == 2 ? 0x80u : bytes == 3 ? 0x800u : 0x10000u);
  if (!shortest || code > 0x10ffff || within(0xd800, 0xdfff)) return 0; // RFC 3629
  const bool hidden = within(0x80, 0x9f) || within(0x200b, 0x200f) || within(0x2028, 0x202e) ||
                      within(0x2060, 0x206f) || code == 0xfeff;
  return hidden ? 0 : bytes;
}

/// The text with a `?` for each byte that does not print: names, paths and files may hold anything,
/// but a message is one line.
inline std::string one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const size_t bytes = printed_bytes(text);
    line += bytes == 0 ? "?" : text.substr(0, bytes);
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return line;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
