// SPDX-License-Identifier: Apache-2.0
#include "codegen/text/code.h"

#include "codegen/text/text.h"

namespace shardc {

namespace {
/// Breaks a line that is too long: as far outside of parentheses as can be, where operators bind
/// least, and late. What follows stands below what it belongs to.
class Folder {
public:
  explicit Folder(size_t indent) : indent(indent) {}

  std::string run(const std::string &line) {
    const size_t value = line.find(" = ");
    outside = indent + (value == std::string::npos ? 4 : value + 3);
    std::string text;
    size_t begin = 0;
    for (size_t margin = indent; margin + line.size() - begin > text::kColumns;) {
      const Break best = bestBreak(line, begin, margin);
      if (best.at == 0) break;
      text += std::string(margin, ' ') + line.substr(begin, best.at - begin) + "\n";
      begin = best.at + 1;
      open = best.open;
      lastMargin = margin = open.empty() ? outside : open.back();
    }
    return text + std::string(text.empty() ? indent : lastMargin, ' ') + line.substr(begin) + "\n";
  }

private:
  struct Break {
    size_t at = 0, rank = 0;  // 0: none; the lower, the better
    std::vector<size_t> open; // where what is in the parentheses around it begins
  };

  Break bestBreak(const std::string &line, size_t begin, size_t margin) const {
    Break best;
    std::vector<size_t> around = open;
    for (size_t at = begin + 1; at < line.size() && margin + at - begin <= text::kColumns; ++at) {
      const char before = line[at - 1];
      if (before == '(' || before == '[') around.push_back(margin + at - begin);
      if ((before == ')' || before == ']') && !around.empty()) around.pop_back();
      const int binding = line[at] == ' ' ? bindingAt(line, at, !around.empty()) : -1;
      if (binding < 0) continue;
      const size_t rank = around.size() * 8 + static_cast<size_t>(binding);
      if (best.at == 0 || rank <= best.rank) best = {at, rank, around};
    }
    return best;
  }

  /// How strongly what is around this space belongs together; -1: it stays together.
  static int bindingAt(const std::string &line, size_t at, bool isInside) {
    if (line[at + 1] == '?' || line[at + 1] == ':') return isInside ? 2 : 0;
    switch (line[at - 1]) {
    case ',':
      return 1;
    case '|':
      return 3;
    case '&':
      return 4;
    case '+':
    case '-':
      return 5;
    case '*':
    case '/':
    case '%':
      return 6;
    default:
      return -1;
    }
  }

  size_t indent, outside = 0, lastMargin = 0;
  std::vector<size_t> open;
};
} // namespace

static std::string folded(const std::string &line, size_t indent) {
  if (indent + line.size() > text::kColumns) return Folder(indent).run(line);
  return std::string(indent, ' ') + line + "\n";
}

static bool needsBraces(const Code &block) {
  if (block.size() != 1) return true;
  const CodeLine &only = block.front();
  if (!only.compound) return false;
  // Beside a bare `if` an `else` of the outside would be ambiguous.
  return needsBraces(only.body) || only.text.compare(0, 2, "if") == 0;
}

/// Stands on one line, if alone.
static bool isShortIf(const CodeLine &statement, size_t indent) {
  if (statement.text.compare(0, 4, "if (") != 0 || statement.body.size() != 1) return false;
  const CodeLine &only = statement.body.front();
  return statement.otherwise.empty() && !only.compound &&
         indent + statement.text.size() + 1 + only.text.size() <= text::kColumns;
}

/// A head and its only line where they fit into one; else "".
static std::string joinedText(const CodeLine &statement, size_t indent) {
  if (*statement.open != 0 || statement.body.size() != 1) return "";
  const std::string &body = statement.body.front().text;
  const std::string line = statement.text + (statement.text.back() == '(' ? "" : " ") + body;
  return indent + line.size() <= text::kColumns ? std::string(indent, ' ') + line + "\n" : "";
}

/// A call whose last argument is a function of one line, where that stays on a line: all on one,
/// the function below the other arguments, or all arguments below the name; else "".
static std::string callText(const CodeLine &statement, size_t indent) {
  const bool isOneLine = statement.body.size() == 1 && !statement.body.front().compound;
  if (!isOneLine || std::string(statement.close) != "});") return "";
  const std::string whole = statement.text + " { " + statement.body.front().text + " });";
  const std::string margin(indent, ' ');
  if (indent + whole.size() <= text::kColumns) return margin + whole + "\n";
  const size_t arguments = whole.find('(') + 1, function = whole.find('[');
  const auto broken = [&](size_t at, size_t below) -> std::string {
    if (below + whole.size() - at > text::kColumns) return "";
    const size_t end = whole.find_last_not_of(' ', at - 1) + 1;
    return margin + whole.substr(0, end) + "\n" + std::string(below, ' ') + whole.substr(at) + "\n";
  };
  std::string text = broken(function, indent + arguments);
  return text.empty() ? broken(arguments, indent + 4) : text;
}

static std::string compoundText(const CodeLine &statement, size_t indent) {
  const std::string margin(indent, ' ');
  if (statement.open) {
    if (std::string line = joinedText(statement, indent); !line.empty()) return line;
    if (std::string call = callText(statement, indent); !call.empty()) return call;
    const std::string inside = codeText(statement.body, indent + statement.by);
    const bool ends = *statement.close != 0;
    return folded(statement.text + statement.open, indent) + inside +
           (ends ? margin + statement.close + "\n" : "");
  }
  if (isShortIf(statement, indent))
    return margin + statement.text + " " + statement.body.front().text + "\n";
  const bool braces = needsBraces(statement.body) ||
                      (!statement.otherwise.empty() && needsBraces(statement.otherwise));
  std::string text = statement.pragma.empty() ? "" : statement.pragma + "\n";
  text += folded(statement.text + (braces ? " {" : ""), indent);
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
    text += statement.compound ? compoundText(statement, indent) : folded(statement.text, indent);
  return text;
}

} // namespace shardc
