// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/code.h"

namespace shardc {

static bool needsBraces(const Code &block) {
  if (block.size() != 1) return true;
  const CodeLine &only = block.front();
  if (!only.compound) return false;
  // Beside a bare `if` an `else` of the outside would be ambiguous.
  return needsBraces(only.body) || only.text.compare(0, 2, "if") == 0;
}

static std::string compoundText(const CodeLine &statement, size_t indent) {
  const std::string margin(indent, ' ');
  const bool early = statement.body.size() == 1 && statement.body.front().text == "return;";
  if (early && statement.otherwise.empty()) return margin + statement.text + " return;\n";
  const bool braces = needsBraces(statement.body) ||
                      (!statement.otherwise.empty() && needsBraces(statement.otherwise));
  std::string text = margin + statement.text + (braces ? " {\n" : "\n");
  text += codeText(statement.body, indent + 2);
  if (!statement.otherwise.empty()) {
    text += margin + (braces ? "} else {\n" : "else\n");
    text += codeText(statement.otherwise, indent + 2);
  }
  if (braces) text += margin + "}\n";
  return text;
}

std::string codeText(const Code &block, size_t indent) {
  std::string text;
  for (const CodeLine &statement : block)
    text += statement.compound ? compoundText(statement, indent)
                               : std::string(indent, ' ') + statement.text + "\n";
  return text;
}

/// Puts `parts`, separated by ", ", after `line` and on further lines that start with `margin`.
static std::string wrapped(std::string line, const std::vector<std::string> &parts,
                           const std::string &tail, const std::string &margin) {
  std::string text;
  for (size_t k = 0; k < parts.size(); ++k) {
    const std::string part = parts[k] + (k + 1 < parts.size() ? "," : tail);
    const bool first = k == 0;
    if (!first && line.size() + 1 + part.size() > kColumns) {
      text += line + "\n";
      line = margin + part;
    } else {
      line += (first ? "" : " ") + part;
    }
  }
  if (parts.empty()) line += tail;
  return text + line + "\n";
}

std::string callText(const std::string &head, const std::vector<std::string> &arguments,
                     const std::string &tail, size_t indent) {
  const std::string start = std::string(indent, ' ') + head + "(";
  return wrapped(start, arguments, ")" + tail, std::string(start.size(), ' '));
}

std::string usingText(const std::vector<std::string> &names) {
  return wrapped("using ", names, ";", "    ");
}

} // namespace shardc
