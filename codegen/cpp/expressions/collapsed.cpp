// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/expressions/collapsed.h"

namespace shardc {

CppText digitText(const CollapsedDigit &digit) {
  CppText text = {digit.name, Level::atom};
  const auto apply = [&](const char *sign, int64_t by) {
    text = {text.text + sign + std::to_string(by), Level::product};
  };
  if (digit.below != 1) apply(" / ", digit.below);
  if (!digit.isOutermost) apply(" % ", digit.extent);
  return text;
}

CollapsedDigit digitOf(ArrayRef<Collapsed> collapsed, int loop) {
  for (const Collapsed &each : collapsed)
    for (const auto &[number, digit] : each.loops)
      if (number == loop) return digit;
  return {};
}

/// The digit of two, the second of which is the next one below: name / 64 % 512 and name % 64 are
/// name % 32768.
static std::optional<IndexPart> join(const IndexPart &above, const IndexPart &below) {
  const CollapsedDigit &high = above.digit, &low = below.digit;
  if (high.name.empty() || high.name != low.name) return std::nullopt;
  const bool areNeighbours = high.below == low.below * low.extent;
  if (!areNeighbours || above.factor != below.factor * low.extent) return std::nullopt;
  return IndexPart{
      below.factor, nullptr, {low.name, low.below, low.extent * high.extent, high.isOutermost}};
}

static bool joinOne(IndexParts &parts) {
  for (IndexPart &above : parts)
    for (IndexPart &below : parts) {
      const std::optional<IndexPart> both = join(above, below);
      if (!both) continue;
      above = *both;
      parts.erase(&below);
      return true;
    }
  return false;
}

IndexParts joined(IndexParts parts) {
  while (joinOne(parts)) {
  }
  return parts;
}

IndexParts scaled(ArrayRef<IndexPart> parts, int64_t by) {
  IndexParts made(parts.begin(), parts.end());
  for (IndexPart &part : made)
    part.factor *= by;
  return made;
}

} // namespace shardc
