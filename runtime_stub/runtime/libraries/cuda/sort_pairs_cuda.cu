// SPDX-License-Identifier: Apache-2.0
// Many short vectors are sorted at once, with a block of threads for each; long ones one after the
// other, with all of the GPU. Of several keys the last one orders them first.
#include "runtime/libraries/cuda/sort_pairs_cuda.h"

#ifdef SHARDC_CUB

#include "runtime/libraries/cuda/start_cuda.h"

#include <algorithm>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

static constexpr int64_t kLong = 1 << 16; // elements of a vector

template <typename Key>
__global__ void __launch_bounds__(kThreadsOfBlock)
    get_keys(const Batch batch, int64_t n, int64_t number, const Pairs<Key> pairs) {
  const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i <= batch.members) pairs.starts[i] = i * n;
  if (i >= batch.members * n) return;
  const bool isFirst = number + 1 == batch.operand_count;
  const int32_t place = isFirst ? int32_t(i % n) : pairs.order[i];
  pairs.from[i] = batch.matrix<Key>(batch.operands[number], i / n)(place, 0);
  pairs.places[i] = place;
}

static __global__ void __launch_bounds__(kThreadsOfBlock)
    put_places(const Batch batch, int64_t n, const int32_t *order) {
  const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= batch.members * n) return;
  batch.matrix<int32_t>(batch.results[0], i / n)(i % n, 0) = order[i];
}

/// Without memory to work in it says how much that is, and sorts nothing.
template <typename Key>
static int sort(CUstream_st *stream, const Pairs<Key> &at, int64_t members, int64_t n,
                size_t &bytes) {
  constexpr int kBits = 8 * sizeof(Key);
  if (n < kLong)
    return cub::DeviceSegmentedRadixSort::SortPairs(at.work, bytes, at.from, at.to, at.places,
                                                    at.order, members * n, members, at.starts,
                                                    at.starts + 1, 0, kBits, stream);
  int failed = 0;
  for (int64_t k = 0; k < (at.work ? members : 1) && failed == 0; ++k)
    failed =
        cub::DeviceRadixSort::SortPairs(at.work, bytes, at.from + k * n, at.to + k * n,
                                        at.places + k * n, at.order + k * n, n, 0, kBits, stream);
  return failed;
}

template <typename Key>
int64_t bytes_to_sort(int64_t members, int64_t n) {
  size_t bytes = 0;
  return sort(nullptr, Pairs<Key>(), members, n, bytes) == 0 ? int64_t(bytes) : -1;
}

template <typename Key>
int sort_pairs(CUstream_st *stream, const Batch &batch, int64_t n, const Pairs<Key> &pairs) {
  const int64_t all = batch.members * n;
  size_t bytes = pairs.bytes;
  for (int64_t number = batch.operand_count; number-- > 0;) {
    start(stream, get_keys<Key>, std::max(all, batch.members + 1), batch, n, number, pairs);
    if (const int failed = sort(stream, pairs, batch.members, n, bytes)) return failed;
  }
  start(stream, put_places, all, batch, n, pairs.order);
  return 0;
}

#define SHARDC_SORT_OF(Key)                                                                        \
  template int64_t bytes_to_sort<Key>(int64_t, int64_t);                                           \
  template int sort_pairs<Key>(CUstream_st *, const Batch &, int64_t, const Pairs<Key> &);
SHARDC_SORT_OF(uint32_t)
SHARDC_SORT_OF(uint64_t)
#undef SHARDC_SORT_OF

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

#endif
