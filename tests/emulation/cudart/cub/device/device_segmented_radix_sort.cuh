// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cub/device/device_radix_sort.cuh"

namespace cub {

struct DeviceSegmentedRadixSort {
  template <typename Key, typename Value>
  static int SortPairs(void *work, size_t &bytes, const Key *from, Key *to, const Value *values,
                       Value *sorted, int64_t count, int64_t segments, const int64_t *begins,
                       const int64_t *ends, int begin, int end, CUstream_st *stream) {
    if (tellsSize(work, bytes)) return 0;
    if (bytes < kWork || begin != 0 || end != 8 * sizeof(Key)) return 1; // cudaErrorInvalidValue
    emulation::record("cub sorts " + std::to_string(segments) + " segments of " +
                      std::to_string(count) + " in all of " + std::to_string(end));
    emulatedGive({stream}, [=] {
      for (int64_t k = 0; k < segments; ++k)
        sortPairs(from + begins[k], to + begins[k], values + begins[k], sorted + begins[k],
                  ends[k] - begins[k]);
    });
    return 0;
  }
};

} // namespace cub
