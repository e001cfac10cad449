// SPDX-License-Identifier: Apache-2.0
// What brings the factors of a product of matrices (product_cuda.h) into shared memory, where a
// tile's rows and columns of one term lie side by side.
#pragma once

#include "runtime/device/cuda/copies_cuda.h"
#include "runtime/device/cuda/vec_cuda.h"
#include "runtime/device/product.h"
#include "runtime/device/scalar.h"
#include "runtime/narrow.h"

#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What element(index, index) gives of a factor: a value, or where a chunk lies.
template <typename Given>
struct GivenFactor {
  using Type = std::remove_cv_t<std::remove_pointer_t<Given>>;
  static constexpr bool in_chunks = std::is_pointer_v<Given>;
};
template <typename T>
struct GivenFactor<PlaceOrZeros<T>> {
  using Type = T;
  static constexpr bool in_chunks = true;
};
template <typename Element, typename Index>
using GivenBy = GivenFactor<std::invoke_result_t<Element, Index, Index>>;
template <typename Element, typename Index>
using FactorOf = typename GivenBy<Element, Index>::Type;
/// The type that products of factors are added up in.
template <typename Factor>
using SumOf =
    std::conditional_t<std::is_same_v<Factor, bf16> || std::is_same_v<Factor, f16>, float, Factor>;

/// Begins to copy a chunk.
template <typename T>
__device__ inline void copy_chunk(T *to, const T *from) {
  copy_async(to, from, kChunkBytes);
}
template <typename T>
__device__ inline void copy_chunk(T *to, PlaceOrZeros<T> from) {
  copy_async(to, from.at, from.at ? kChunkBytes : 0);
}

/// The first element of what a thread brings of a tile of [terms, size].
struct Brought {
  int k, at;
};

/// Brings an operand, element(index of a result, term), which is a value, or the address of one
/// that lies with its neighbours in chunks of 16 bytes. A turn is `step` terms of `size` results.
/// Chunks that lie in shared memory as in memory are copied there past registers, if that `may` be.
template <typename T, Along along, int size, int step, int threads, int inner, bool may,
          typename Index, typename Element>
class TileSource {
  using Factor = FactorOf<Element, Index>;
  static constexpr bool in_chunks = GivenBy<Element, Index>::in_chunks;
  static constexpr int most = in_chunks ? kChunkBytes / int(sizeof(Factor)) : 1;
  static constexpr int chunk =
      along == Along::outer && step % (most * inner) != 0 ? most / 2 : most;
  static constexpr int all = size * step / chunk, count = (all + threads - 1) / threads;
  /// How many terms elements of a chunk are apart.
  static constexpr int apart = along == Along::outer ? inner : 1;
  static constexpr bool is_copied =
      may && in_chunks && along == Along::results && std::is_same_v<Factor, T>;
  static_assert(along != Along::outer || (in_chunks && step % (inner * chunk) == 0));

  const Range<Index> results;
  const Element &element;
  Vec<Factor, chunk> next[is_copied ? 1 : count];

  /// Threads of a warp bring what is side by side in memory, at least 32 bytes of it or 16 that
  /// others want next, and meet in no bank of shared memory.
  __device__ static Brought own(int e) {
    const int thread = int(threadIdx.x) % threads, number = thread + e * threads;
    if constexpr (along == Along::results)
      return {number / (size / chunk), number % (size / chunk) * chunk};
    if constexpr (along == Along::outer) {
      const int line = number / size;
      return {line / inner * (inner * chunk) + line % inner, number % size};
    }
    if constexpr (!in_chunks) {
      constexpr int eights = count * threads / size / 8; // of terms
      return {thread % 8 + e % eights * 8, thread / 8 + e / eights * (threads / 8)};
    }
    constexpr int beside = sizeof(Factor) == 2 ? 1 : 2;
    return {(number % beside + number / (beside * size) * beside) * chunk, number / beside % size};
  }
  __device__ static bool has(int e) {
    return all % threads == 0 || int(threadIdx.x) % threads + e * threads < all;
  }

  /// The first term of the last chunk that is like the one of term `k` of a turn.
  static __device__ Index last(Index end, int k) {
    if constexpr (along == Along::outer) return end - inner * chunk + k % inner;
    return end - (along == Along::terms ? chunk : 1);
  }

public:
  __device__ TileSource(Range<Index> results, const Element &element)
      : results(results), element(element) {}

  /// There is a result and a term at least; for those beyond, which nobody uses, it brings the last
  /// again: so no load waits behind a branch, or for a choice. `whole`: all terms are there.
  /// place(k, at) is in shared memory, where nobody reads any more.
  template <typename Place>
  __device__ void fetch(Range<Index> terms, bool whole, const Place &place) {
#pragma unroll
    for (int e = 0; e < count; ++e) {
      const Brought from = own(e);
      Index result = results.lo + from.at, term = terms.lo + from.k;
      if (result >= results.hi) result = results.hi - (along == Along::results ? chunk : 1);
      if (!whole && term >= terms.hi) term = last(terms.hi, from.k);
      if (!has(e)) continue;
      if constexpr (is_copied)
        copy_chunk(&place(from.k, from.at), element(result, term));
      else if constexpr (in_chunks)
        next[e] = load_vec<chunk>(element(result, term));
      else
        next[e][0] = element(result, term);
    }
    if constexpr (is_copied) commit_copies();
  }
  /// Puts down what it has brought, at the places that fetch() was told.
  template <typename Place>
  __device__ void put_down(const Place &place) const {
    if constexpr (is_copied)
      wait_for_copies<0>();
    else
#pragma unroll
      for (int e = 0; e < count; ++e)
        if (has(e)) put_down(e, place);
  }

private:
  template <typename Place>
  __device__ void put_down(int e, const Place &place) const {
    const Brought to = own(e);
    Vec<T, chunk> values;
#pragma unroll
    for (int n = 0; n < chunk; ++n)
      values[n] = T(next[e][n]);
    if constexpr (along == Along::results)
      store_vec(&place(to.k, to.at), values);
    else
#pragma unroll
      for (int n = 0; n < chunk; ++n)
        place(to.k + n * apart, to.at) = values[n];
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
