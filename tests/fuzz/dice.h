// SPDX-License-Identifier: Apache-2.0
// Random choices that are the same on every machine: distributions of the library differ.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace shardc::test {

struct Dice {
  std::mt19937 random;

  /// 0 to `limit` - 1; `limit` is at least 1.
  int64_t below(int64_t limit) { return static_cast<int64_t>(random() % uint64_t(limit)); }
  bool chance(int64_t percent) { return below(100) < percent; }
  template <typename T>
  T pick(const std::vector<T> &from) {
    return from[below(static_cast<int64_t>(from.size()))];
  }
  template <typename List>
  size_t index(const List &list) {
    return static_cast<size_t>(below(static_cast<int64_t>(list.size())));
  }
};

} // namespace shardc::test
