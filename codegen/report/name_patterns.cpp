// SPDX-License-Identifier: Apache-2.0
#include "codegen/report/name_patterns.h"

#include "codegen/text/text.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <vector>

namespace shardc::reports {

using llvm::ArrayRef;
using llvm::StringRef;
using Numbers = std::vector<std::string>;

/// Calls `text` and `number` for the runs of a name, in order; digits are numbers.
template <typename Text, typename Number>
static void forEachRun(StringRef name, Text text, Number number) {
  while (!name.empty()) {
    const StringRef other = name.take_until(llvm::isDigit);
    if (!other.empty()) text(other);
    name = name.drop_front(other.size());
    const StringRef digits = name.take_while(llvm::isDigit);
    if (!digits.empty()) number(digits);
    name = name.drop_front(digits.size());
  }
}

std::string skeletonOf(StringRef name) {
  std::string skeleton;
  forEachRun(
      name, [&](StringRef text) { skeleton += text; }, [&](StringRef) { skeleton += '#'; });
  return skeleton;
}

/// Numbers as text, by size, each once.
static Numbers sortedOnce(Numbers numbers) {
  std::sort(numbers.begin(), numbers.end(), [](const std::string &a, const std::string &b) {
    return std::pair(a.size(), a) < std::pair(b.size(), b);
  });
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

static bool follows(StringRef before, StringRef after) {
  uint64_t a = 0, b = 0;
  return !before.getAsInteger(10, a) && !after.getAsInteger(10, b) && a + 1 == b;
}

/// "0..3", "8": runs of numbers that follow each other.
static Numbers rangesOf(const Numbers &numbers) {
  Numbers ranges;
  for (size_t first = 0, end = 0; first < numbers.size(); first = end) {
    for (end = first + 1; end < numbers.size() && follows(numbers[end - 1], numbers[end]);)
      ++end;
    ranges.push_back(numbers[first]);
    if (end - first > 1) ranges.back() += (end - first > 2 ? ".." : ",") + numbers[end - 1];
  }
  return ranges;
}

/// "{0..11}"; of many that do not follow each other the first and the last.
static std::string choiceOf(const Numbers &numbers) {
  constexpr size_t kListed = 4;
  if (numbers.size() == 1) return numbers.front();
  Numbers ranges = rangesOf(numbers);
  if (ranges.size() > kListed) {
    const std::string last = ranges.back();
    ranges.resize(kListed - 2);
    ranges.insert(ranges.end(), {"...", last});
  }
  return "{" + text::joined(ranges, ",") + "}";
}

std::string patternOf(ArrayRef<std::string> names) {
  std::vector<Numbers> columns;
  for (const std::string &name : names) {
    size_t column = 0;
    forEachRun(
        name, [](StringRef) {},
        [&](StringRef number) {
          if (columns.size() == column) columns.emplace_back();
          columns[column++].push_back(number.str());
        });
  }
  std::string pattern;
  size_t column = 0;
  forEachRun(
      names.front(), [&](StringRef text) { pattern += text; },
      [&](StringRef) { pattern += choiceOf(sortedOnce(std::move(columns[column++]))); });
  return text::clean(pattern);
}

std::string pathOf(StringRef name) {
  if (!name.contains('[')) return name.str();
  std::string path;
  for (const char c : name)
    if (c == '[' || c == '.')
      path += '/';
    else if (c != ']' && c != '\'' && c != '"')
      path += c;
  return path;
}

std::string endOfPath(StringRef path) {
  size_t at = path.size();
  for (int parts = 0; parts < 3 && at != StringRef::npos; ++parts)
    at = path.rfind('/', at == 0 ? StringRef::npos : at);
  return (at == StringRef::npos ? path : path.drop_front(at + 1)).str();
}

std::string shortened(StringRef text, size_t longest) {
  if (text.size() <= longest) return text.str();
  const size_t front = (longest - 3) / 3;
  return text.take_front(front).str() + "..." + text.take_back(longest - 3 - front).str();
}

} // namespace shardc::reports
