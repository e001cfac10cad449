// SPDX-License-Identifier: Apache-2.0
// What brings the factors of a product of matrices (product_cuda.h) into shared memory, where the
// terms of a row or column of a tile lie side by side: so a thread reads several of them at once.
#pragma once

#include "runtime/device/cuda/tile_source_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Terms of a line that are read and written at once.
template <typename T>
constexpr int terms_at_once = kChunkBytes / int(sizeof(T));

/// Brings an operand as TileSource does. A thread brings some terms of a result; where memory has
/// results side by side, the same terms of several, which it turns in its registers.
template <typename T, Along along, int size, int step, int threads, typename Index,
          typename Element>
class LineSource {
  using Factor = FactorOf<Element, Index>;
  static constexpr bool in_chunks = GivenBy<Element, Index>::in_chunks;
  static constexpr int most = in_chunks ? kChunkBytes / int(sizeof(Factor)) : 1;
  static constexpr bool turns = along == Along::results;
  /// Of a piece that a thread brings: results, terms, and what it reads and writes at once of them.
  static constexpr int wide = !turns ? 1 : most < size ? most : size;
  static constexpr int terms = turns ? terms_at_once<T> : most;
  static constexpr int read = turns ? wide : terms, reads = turns ? terms : 1;
  /// Pieces, in all and of a line.
  static constexpr int all = size / wide * (step / terms), of_line = step / terms;
  static constexpr int count = (all + threads - 1) / threads;
  static_assert(along != Along::outer && size % wide == 0 && step % terms == 0);

  const Range<Index> results;
  const Element &element;
  Vec<Factor, read> next[count][reads];

  /// Threads of a warp bring what is side by side in memory, and eight, which write 16 bytes each
  /// at a time, meet in no bank: lines begin 16 bytes later in the banks than the one before.
  __device__ static Brought own(int e) {
    const int number = int(threadIdx.x) % threads + e * threads;
    if constexpr (!turns) return {number % of_line * terms, number / of_line};
    constexpr int sector = 32 / (wide * int(sizeof(Factor))), across = size / wide;
    constexpr int beside = across % sector == 0 ? sector : 1;
    const int others = number / beside;
    return {others % of_line * terms, (number % beside + others / of_line * beside) * wide};
  }
  __device__ static bool has(int e) {
    return all % threads == 0 || int(threadIdx.x) % threads + e * threads < all;
  }

public:
  __device__ LineSource(Range<Index> results, const Element &element)
      : results(results), element(element) {}

  template <typename Line>
  __device__ void fetch(Range<Index> brought, bool whole, const Line &) {
#pragma unroll
    for (int e = 0; e < count; ++e) {
      const Brought from = own(e);
      Index result = results.lo + from.at;
      if (result >= results.hi) result = results.hi - wide;
      if (!has(e)) continue;
#pragma unroll
      for (int n = 0; n < reads; ++n) {
        Index term = brought.lo + from.k + n;
        if (!whole && term >= brought.hi) term = brought.hi - (turns ? 1 : terms);
        if constexpr (in_chunks)
          next[e][n] = load_vec<read>(element(result, term));
        else
          next[e][n][0] = element(result, term);
      }
    }
  }
  /// line(at) is where the terms of a result begin in shared memory.
  template <typename Line>
  __device__ void put_down(const Line &line) const {
#pragma unroll
    for (int e = 0; e < count; ++e) {
      if (!has(e)) continue;
      const Brought to = own(e);
#pragma unroll
      for (int w = 0; w < wide; ++w) {
        Vec<T, terms> values;
#pragma unroll
        for (int n = 0; n < terms; ++n)
          values[n] = T(turns ? next[e][n % reads][w] : next[e][0][n % read]);
        store_vec(line(to.at + w) + to.k, values);
      }
    }
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
