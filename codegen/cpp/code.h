// SPDX-License-Identifier: Apache-2.0
// Lines of generated code, and how they are laid out.
#pragma once

#include <string>
#include <vector>

namespace shardc {

constexpr size_t kColumns = 100;

struct CodeLine;
using Code = std::vector<CodeLine>;

/// A line ("x = 1;"), or a head ("for (...)", "if (...)") with a body and perhaps an else.
struct CodeLine {
  std::string text;
  bool compound = false;
  Code body = {}, otherwise = {};
};

/// The lines, indented by `indent` columns; braces only where they are needed.
std::string codeText(const Code &block, size_t indent);

/// "head(a, b, c)tail", broken after commas so that what follows stands below `a`.
std::string callText(const std::string &head, const std::vector<std::string> &arguments,
                     const std::string &tail, size_t indent);
/// "using a, b, c;", broken with four columns of indentation.
std::string usingText(const std::vector<std::string> &names);

} // namespace shardc
