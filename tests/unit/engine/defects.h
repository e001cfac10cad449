// SPDX-License-Identifier: Apache-2.0
// Defects that may be seeded into the text of kernels.
#pragma once

#include <string>
#include <vector>

namespace shardc::test {

struct Defect {
  const char *kind; // "wrong offset"
  size_t at;        // in the text
  std::string from, to;
};

/// One for each place of the text where one of the six kinds fits: a wrong offset, a wrong stride,
/// a dropped term, a swapped guard, another operation, another start.
std::vector<Defect> defectsIn(const std::string &text);
/// The text with it.
std::string seeded(std::string text, const Defect &defect);

} // namespace shardc::test
