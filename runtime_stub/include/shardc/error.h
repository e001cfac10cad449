// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "namespace.h"

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

/// The text with each control character as a `?`: names and paths may hold anything, but a message
/// is one line.
inline std::string one_line(std::string_view text) {
  std::string line(text);
  for (char &c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return line;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
