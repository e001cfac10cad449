// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle/readme/markdown.h"

#include "codegen/text/text.h"

namespace shardc::bundle {

std::string code(const std::string &text) { return "`" + text + "`"; }

std::string codes(ArrayRef<std::string> names) {
  std::vector<std::string> quoted;
  for (const std::string &name : names)
    quoted.push_back(code(name));
  return text::listed(quoted);
}

std::string row(ArrayRef<std::string> cells) {
  std::string out = "|";
  for (const std::string &cell : cells)
    out += (cell.empty() ? "" : " " + cell) + " |";
  return out + "\n";
}

std::string head(ArrayRef<std::string> cells) {
  return row(cells) + row(std::vector<std::string>(cells.size(), "---"));
}

} // namespace shardc::bundle
