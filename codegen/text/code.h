// SPDX-License-Identifier: Apache-2.0
// Lines of generated code, and how they are laid out.
#pragma once

#include <string>
#include <vector>

namespace shardc {

struct CodeLine;
using Code = std::vector<CodeLine>;

/// A line ("x = 1;"), or a head ("for (...)", "if (...)") with a body and perhaps an else.
struct CodeLine {
  std::string text;
  bool compound = false;
  Code body = {}, otherwise = {};
  std::string pragma = {}; // on a line before it: "#pragma unroll"
  /// The body lies between these, indented by so much; null: in braces where they are needed. After
  /// nothing, one line of it goes on where the head ends, if it fits.
  const char *open = nullptr, *close = "";
  size_t by = 2;
};

/// The lines, indented by `indent` columns; braces only where they are needed.
std::string codeText(const Code &block, size_t indent);

} // namespace shardc
