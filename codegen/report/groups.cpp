// SPDX-License-Identifier: Apache-2.0
// The groups in which devices exchange data, for people.
#include "codegen/report/facts.h"
#include "codegen/text/literal.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc::facts {

/// For the first `count` combinations of places on these coordinates, row-major, what they add to a
/// device's number.
static std::vector<int64_t> numbersOver(const Function &function, ArrayRef<int> over,
                                        int64_t count) {
  std::vector<int64_t> stride(function.coordinates.size(), 1), numbers;
  for (size_t c = stride.size(); c-- > 1;)
    stride[c - 1] = stride[c] * function.coordinates[c].count();
  for (int64_t k = 0; k < count; ++k) {
    int64_t rest = k, number = 0;
    for (int c : llvm::reverse(over)) {
      number += rest % function.coordinates[c].count() * stride[c];
      rest /= function.coordinates[c].count();
    }
    numbers.push_back(number);
  }
  return numbers;
}

std::string groupsText(const Function &function, const Collective &collective) {
  constexpr int64_t kListed = 8, kFirst = 4; // that many, or else the first
  SmallVector<int, 4> others;
  int64_t members = 1, groups = 1;
  for (int c = 0; c < static_cast<int>(function.coordinates.size()); ++c) {
    const bool isOver = llvm::is_contained(collective.over, c);
    (isOver ? members : groups) *= function.coordinates[c].count();
    if (!isOver) others.push_back(c);
  }
  const auto listed = [](int64_t count) { return count <= kListed ? count : kFirst; };
  std::vector<std::string> texts;
  for (int64_t first : numbersOver(function, others, listed(groups))) {
    std::vector<std::string> devices;
    for (int64_t member : numbersOver(function, collective.over, listed(members)))
      devices.push_back(std::to_string(function.firstShard + first + member));
    if (members > kListed) devices.push_back("...");
    texts.push_back("{" + text::joined(devices) + "}");
  }
  if (groups > kListed) texts.push_back("...");
  const bool isShort = groups > kListed || members > kListed;
  return text::joined(texts) +
         (isShort ? " (" + text::count(groups, "group") + " of " + withCommas(members) + ")" : "");
}

} // namespace shardc::facts
