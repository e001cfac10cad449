// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/engine/defects.h"

#include <regex>
#include <string_view>

namespace shardc::test {

namespace {

struct Kind {
  const char *name;
  bool inIndex; // looked for between brackets of an index, else outside of them
  const char *from, *to;
};
constexpr Kind kKinds[] = {
    {"wrong offset", true, R"(\]$)", " + 1]"},
    {"wrong stride", true, R"(\* (\d+))", "* ($1 + 1)"},
    {"dropped term", false, R"((for \(\w+ \w+ = \w+; \w+ < \w+);)", "$1 - 1;"},
    {"swapped guard", false, R"( >= (?=.* \? ))", " > "},
    {"swapped guard", false, R"( < (?=.* \? ))", " <= "},
    {"swapped guard", false, R"( > (?=.* \? ))", " >= "},
    {"another operation", false, R"( \+ )", " - "},
    {"another operation", false, R"( - )", " + "},
    {"another operation", false, R"( \* )", " + "},
    {"another operation", false, R"(\bmax\()", "min("},
    {"another start", false, R"(= 0\.0f;)", "= 1.0f;"},
    {"another start", false, R"(= -INFINITY;)", "= 0.0f;"},
};

/// A stretch of a line, in an index or outside of all.
struct Stretch {
  size_t at, size;
  bool isIndex;
};

bool isDeclaration(const std::string &line) {
  static const std::regex array(R"(^\s*(const )?\w+ \w+(\[\w+\])+( = \{\})?;)");
  return std::regex_search(line, array);
}

/// Loops and kernels' heads are no formulas: their operators move data, and only ends are changed.
bool isHead(std::string_view line) {
  return line.find("for (") != line.npos || line.find("static void") != line.npos ||
         line.find("extern ") != line.npos || line.starts_with("#");
}

std::vector<Stretch> stretchesOf(const std::string &line) {
  std::vector<Stretch> stretches;
  size_t begin = 0;
  int depth = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '[' && depth++ == 0) {
      stretches.push_back({begin, at - begin, false});
      begin = at;
    } else if (line[at] == ']' && --depth == 0) {
      stretches.push_back({begin, at + 1 - begin, true});
      begin = at + 1;
    }
  }
  stretches.push_back({begin, line.size() - begin, false});
  return stretches;
}

void addDefects(const std::string &line, size_t start, const Kind &kind,
                std::vector<Defect> &defects) {
  const std::regex pattern(kind.from);
  const bool isOfHead = std::string_view(kind.name) == "dropped term";
  if (isOfHead != isHead(line) && isHead(line)) return;
  for (const Stretch &stretch : stretchesOf(line)) {
    if (stretch.isIndex != kind.inIndex) continue;
    const std::string text = line.substr(stretch.at, stretch.size);
    if (text.starts_with("[]") || text.starts_with("[&]") || text.starts_with("[=]")) continue;
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
      defects.push_back({kind.name, start + stretch.at + static_cast<size_t>(match->position()),
                         match->str(), match->format(kind.to)});
  }
}

} // namespace

std::vector<Defect> defectsIn(const std::string &text) {
  std::vector<Defect> defects;
  for (size_t start = 0, end = 0; start < text.size(); start = end + 1) {
    end = std::min(text.find('\n', start), text.size());
    const std::string line = text.substr(start, end - start);
    if (line.starts_with("//") || isDeclaration(line)) continue;
    for (const Kind &kind : kKinds)
      addDefects(line, start, kind, defects);
  }
  return defects;
}

std::string seeded(std::string text, const Defect &defect) {
  return text.replace(defect.at, defect.from.size(), defect.to);
}

} // namespace shardc::test
