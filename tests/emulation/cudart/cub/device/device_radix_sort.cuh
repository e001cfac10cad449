// SPDX-License-Identifier: Apache-2.0
// A stand-in for CUB: the functions that bundles call. Without memory they say how much they work
// in; with as much, they sort on the stream, whenever it gets to it.
#pragma once

#include "driver/give.h"
#include "driver/record.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace cub {

constexpr size_t kWork = 1000; // bytes

template <typename Key, typename Value>
void sortPairs(const Key *from, Key *to, const Value *values, Value *sorted, int64_t count) {
  std::vector<int64_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t a, int64_t b) { return from[a] < from[b]; });
  for (int64_t i = 0; i < count; ++i) {
    to[i] = from[order[i]];
    sorted[i] = values[order[i]];
  }
}

inline bool tellsSize(void *work, size_t &bytes) {
  if (!work) bytes = kWork;
  return !work;
}

struct DeviceRadixSort {
  template <typename Key, typename Value>
  static int SortPairs(void *work, size_t &bytes, const Key *from, Key *to, const Value *values,
                       Value *sorted, int64_t count, int begin, int end, CUstream_st *stream) {
    if (tellsSize(work, bytes)) return 0;
    if (bytes < kWork || begin != 0 || end != 8 * sizeof(Key)) return 1; // cudaErrorInvalidValue
    emulation::record("cub sorts " + std::to_string(count) + " of " + std::to_string(end));
    emulatedGive({stream}, [=] { sortPairs(from, to, values, sorted, count); });
    return 0;
  }
};

} // namespace cub
