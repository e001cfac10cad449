// SPDX-License-Identifier: Apache-2.0
// Attention on GPUs: end(i, c, sum over j of exp(score - largest) / total * value(j, c)), where
// score is score(i, j, sum over k of query(i, k) * key(k, j)), by tensor cores
// (product_tensor_cuda.h). A block of threads has some rows and goes over the keys once, some at a
// time. Each of its warps has 16 or 32 of the rows: their queries stay in its registers, and so do
// scores, which become weights there and are the left factors of the sums over values. What has
// been summed for a row is scaled where a larger score comes ("FlashAttention", Dao et al., 2022).
// So sums have an order of their own. Values come while scores are made, and the next keys while
// values are added up.
//
// Keys that a mask leaves out for all rows of a block are not brought. They come last, since what
// the mask has in place of their scores weighs something only where a row has no others.
#pragma once

#include "runtime/device/cuda/product_tensor_cuda.h"
#include "runtime/device/cuda/sum_tree_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef __CUDACC__
/// 2^x, within 2^-22 of it. PTX ISA, "ex2.approx".
__device__ inline float power_of_two(float x) {
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
  return power;
}

/// Two floats as numbers of type T: a word of a factor, the first in its lower half.
template <typename T>
__device__ inline unsigned word_of(float first, float second) {
  unsigned word;
  if constexpr (std::is_same_v<T, bf16>)
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(second), "f"(first));
  else
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(second), "f"(first));
  return word;
}
#endif

/// exp(score) of less than this is 0.
constexpr float kWeightless = -104.0f;

/// What a warp knows of its rows: `pieces` times 16 of them. Of each piece, thread 4 g + t has rows
/// g and g + 8; "half" is which of them. Factors are of type T: TF32, bf16 or f16.
template <typename T, int pieces, int tile_keys, int depth, int width, Along query_along,
          Along key_along, Along value_along, int tile_rows>
class AttentionWarp {
  static constexpr int key_pieces = tile_keys / 8, value_pieces = width / 8;
  static constexpr int step_terms = 32 / int(sizeof(T)); // of an instruction

  unsigned query[pieces][depth / step_terms][4];
  float score[pieces][key_pieces][4];
  float largest[pieces][2], total[pieces][2];

public:
  using Queries = TensorOperand<T, query_along, tile_rows>;
  using Keys = TensorOperand<T, key_along, tile_keys>;
  using Values = TensorOperand<T, value_along, width>;

  float sum[pieces][value_pieces][4];

  __device__ AttentionWarp() : score(), total(), sum() {
#pragma unroll
    for (auto &each : largest)
      each[0] = each[1] = -INFINITY;
  }

  /// The row of the tile that a thread has.
  __device__ static int row_of(int piece, int half) {
    return int(threadIdx.x) / 32 * 16 * pieces + 16 * piece + 8 * half + int(threadIdx.x) % 32 / 4;
  }
  /// The key of the tile that a thread's score is of: a piece's keys are in the order in which
  /// their scores are factors.
  __device__ static int key_of(int piece, int number) {
    const int t = int(threadIdx.x) % 4;
    return 8 * piece + (sizeof(T) == 4 ? t + 4 * number : 2 * t + number);
  }

  __device__ void take_queries(const char *tile) {
#pragma unroll
    for (int r = 0; r < pieces; ++r)
#pragma unroll
      for (int step = 0; step < depth / step_terms; ++step)
        Queries::template read<true>(query[r][step], tile + step / 2 * Queries::bytes,
                                     int(threadIdx.x) / 32 * 16 * pieces + 16 * r, step % 2);
  }

  /// The sums of products with the keys of a tile.
  __device__ void multiply(const char *tile) {
    forget_scores();
#pragma unroll
    for (int step = 0; step < depth / step_terms; ++step)
#pragma unroll
      for (int n = 0; n < key_pieces; n += 2) {
        unsigned key[4];
        Keys::template read<false, sizeof(T) == 4>(key, tile + step / 2 * Keys::bytes, 8 * n,
                                                   step % 2);
#pragma unroll
        for (int r = 0; r < pieces; ++r) {
          multiply_words<T>(score[r][n], query[r][step], key);
          multiply_words<T>(score[r][n + 1], query[r][step], key + 2);
        }
      }
  }
  __device__ void forget_scores() {
#pragma unroll
    for (auto &row : score)
#pragma unroll
      for (auto &piece : row)
        piece[0] = piece[1] = piece[2] = piece[3] = 0.0f;
  }

  /// Calls act(row, key, what is known of their score) for all that there are.
  template <typename Index, typename Act>
  __device__ void for_each_score(Range<Index> rows, Range<Index> keys, const Act &act) {
#pragma unroll
    for (int r = 0; r < pieces; ++r)
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const Index row = rows.lo + row_of(r, half);
#pragma unroll
        for (int n = 0; n < 2 * key_pieces; ++n) {
          const Index key = keys.lo + key_of(n / 2, n % 2);
          act(r, half, row < rows.hi ? row : rows.hi - 1, key, score[r][n / 2][2 * half + n % 2]);
        }
      }
  }

  /// Whether keys that the mask leaves out weigh anything in a row of this warp.
  template <typename Index, typename Score>
  __device__ bool weighs(Range<Index> rows, Range<Index> keys, const Score &score_of) {
    bool any = false;
    for_each_score(rows, keys, [&](int r, int half, Index row, Index key, float) {
      if (key < keys.hi) any |= !(float(score_of(row, key, 0.0f)) - largest[r][half] < kWeightless);
    });
    return over_threads<32>(any ? 1.0f : 0.0f, larger) != 0.0f;
  }

  /// Makes weights of products, and scales what has been summed.
  template <typename Index, typename Score>
  __device__ void weigh(Range<Index> rows, Range<Index> keys, const Score &score_of) {
    constexpr float of_e = 1.4426950408889634f; // its logarithm, to base 2
    float now[pieces][2];
#pragma unroll
    for (int r = 0; r < pieces; ++r)
      now[r][0] = largest[r][0], now[r][1] = largest[r][1];
    for_each_score(rows, keys, [&](int r, int half, Index row, Index key, float &own) {
      own = key < keys.hi ? float(score_of(row, key, own)) : -INFINITY;
      now[r][half] = max(now[r][half], own);
    });
#pragma unroll
    for (int r = 0; r < pieces; ++r)
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const float most = over_threads<4>(now[r][half], larger);
        const float base = most == -INFINITY ? 0.0f : most; // all that is masked weighs nothing
        const float scale = power_of_two((largest[r][half] - base) * of_e);
        float added = 0.0f;
#pragma unroll
        for (int n = 0; n < 2 * key_pieces; ++n) {
          float &own = score[r][n / 2][2 * half + n % 2];
          own = power_of_two((own - base) * of_e);
          added += own;
        }
        largest[r][half] = most;
        total[r][half] = total[r][half] * scale + added; // of this thread's keys
#pragma unroll
        for (int c = 0; c < value_pieces; ++c) {
          sum[r][c][2 * half] *= scale;
          sum[r][c][2 * half + 1] *= scale;
        }
      }
  }

  /// Adds the values of a tile's keys by their weights.
  __device__ void add(const char *tile) {
#pragma unroll
    for (int step = 0; step < tile_keys / step_terms; ++step) {
      unsigned weight[pieces][4];
#pragma unroll
      for (int r = 0; r < pieces; ++r)
        read_weights(weight[r], r, step);
#pragma unroll
      for (int c = 0; c < value_pieces; c += 2) {
        unsigned value[4];
        Values::template read<false>(value, tile + step / 2 * Values::bytes, 8 * c, step % 2);
#pragma unroll
        for (int r = 0; r < pieces; ++r) {
          multiply_words<T>(sum[r][c], weight[r], value);
          multiply_words<T>(sum[r][c + 1], weight[r], value + 2);
        }
      }
    }
  }

  /// Sums over their rows' totals.
  __device__ void divide() {
#pragma unroll
    for (int r = 0; r < pieces; ++r)
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const float all = over_threads<4>(total[r][half], Sum());
#pragma unroll
        for (int c = 0; c < value_pieces; ++c) {
          sum[r][c][2 * half] /= all;
          sum[r][c][2 * half + 1] /= all;
        }
      }
  }

private:
  __device__ static float larger(float x, float y) { return max(x, y); }

  /// What an instruction takes of a piece's weights: what this thread has of them.
  __device__ void read_weights(unsigned *to, int r, int step) const {
    if constexpr (sizeof(T) == 4) {
      const float *const own = score[r][step];
#pragma unroll
      for (int n = 0; n < 4; ++n)
        to[n] = to_tf32(bitcast<unsigned>(own[n / 2 + n % 2 * 2]));
    } else {
#pragma unroll
      for (int n = 0; n < 4; ++n) {
        const float *const own = score[r][2 * step + n / 2] + n % 2 * 2;
        to[n] = word_of<T>(own[0], own[1]);
      }
    }
  }
};

/// Begins to bring all terms of an operand, element(index of a result, term), some at a time.
template <typename T, Along along, int size, int length, int threads, typename Index,
          typename Element>
__device__ inline void bring_operand(char *to, Range<Index> results, Range<Index> terms,
                                     const Element &element) {
  using Operand = TensorOperand<T, along, size>;
  TensorSource<T, along, size, threads, Index, Element> source(results, terms, element);
#pragma unroll
  for (int k = 0; k < length; k += Operand::terms, to += Operand::bytes) {
    source.fetch(to, terms.lo + k);
    source.put_down(to, terms.lo + k);
  }
}

/// Some rows, by this block. Factors are of type T, or lie as such at the addresses that query(),
/// key() and value() say, as those of products do. There are at most `depth` terms and `width`
/// features. `where` may say of rows and keys that a mask leaves all out.
template <typename T, typename Index, int tile_rows, int tile_keys, int depth, int width, int warps,
          Along query_along, Along key_along, Along value_along, typename Query, typename Key,
          typename Score, typename Value, typename End, typename Where = Everywhere>
__device__ inline void attention(Range<Index> rows, Range<Index> keys, Range<Index> terms,
                                 Range<Index> features, const Query &query, const Key &key,
                                 const Score &score, const Value &value, const End &end,
                                 const Where &where = {}) {
  constexpr int threads = 32 * warps, pieces = tile_rows / (16 * warps);
  constexpr int key_bytes = tile_keys * depth * int(sizeof(T));
  constexpr int value_bytes = tile_keys * width * int(sizeof(T));
  constexpr int query_bytes = tile_rows * depth * int(sizeof(T));
  constexpr int both = key_bytes + value_bytes;
  struct alignas(128) Memory {
    char at[query_bytes > both ? query_bytes : both];
  };
  __shared__ Memory memory[1];
  __shared__ int do_weigh[warps];
  char *const key_tile = memory->at, *const value_tile = memory->at + key_bytes;

  // The last rows first: where no key comes after its query, they have most.
  const Index row = rows.lo + Index(gridDim.x - 1 - blockIdx.x) * tile_rows;
  if (row >= rows.hi) return; // there is less to do than on other devices
  const Range<Index> own_rows = {row, row + tile_rows < rows.hi ? row + tile_rows : rows.hi};
  const auto tile_from = [&](Index from) -> Range<Index> {
    return {from, from + tile_keys < keys.hi ? from + tile_keys : keys.hi};
  };
  const auto is_used = [&](Index from) {
    const auto [lo, hi] = tile_from(from);
    return where({own_rows.lo, own_rows.hi}, {lo, hi});
  };
  const auto next_used = [&](Index from) {
    while (from < keys.hi && !is_used(from))
      from += tile_keys;
    return from;
  };

  using Own = AttentionWarp<T, pieces, tile_keys, depth, width, query_along, key_along, value_along,
                            tile_rows>;
  const auto bring_keys = [&](Index from) {
    const auto turned = [&](Index j, Index k) { return key(k, j); };
    bring_operand<T, key_along, tile_keys, depth, threads>(key_tile, tile_from(from), terms,
                                                           turned);
    commit_copies();
  };
  const auto bring_values = [&](Index from) {
    const auto turned = [&](Index c, Index j) { return value(j, c); };
    bring_operand<T, value_along, width, tile_keys, threads>(value_tile, features, tile_from(from),
                                                             turned);
    commit_copies();
  };
  // What has been brought last is there, and nobody reads what is overwritten next.
  const auto meet = [&] {
    wait_for_copies<0>();
    __syncthreads();
  };

  Own own;
  bring_operand<T, query_along, tile_rows, depth, threads>(memory->at, own_rows, terms, query);
  commit_copies();
  meet();
  own.take_queries(memory->at);
  __syncthreads();

  Index from = next_used(keys.lo);
  if (from < keys.hi) bring_keys(from);
  while (from < keys.hi) {
    meet();
    bring_values(from);
    own.multiply(key_tile);
    own.weigh(own_rows, tile_from(from), score);
    const Index next = next_used(from + tile_keys);
    meet();
    if (next < keys.hi) bring_keys(next);
    own.add(value_tile);
    from = next;
  }
  for (from = keys.lo; from < keys.hi; from += tile_keys) {
    if (is_used(from)) continue;
    const bool weighs = own.weighs(own_rows, tile_from(from), score);
    __syncthreads();
    if (threadIdx.x % 32 == 0) do_weigh[threadIdx.x / 32] = weighs;
    __syncthreads();
    bool any = false;
    for (const int each : do_weigh)
      any |= each != 0;
    if (!any) continue;
    bring_values(from);
    own.forget_scores();
    own.weigh(own_rows, tile_from(from), score);
    meet();
    own.add(value_tile);
  }
  own.divide();

  const int lane = int(threadIdx.x) % 32, line = int(threadIdx.x) / 32 * 8 + lane / 4;
  const auto put_row = [&](int s, auto *lines) {
#pragma unroll
    for (int c = 0; c < width / 8; ++c) {
      const float *const have = own.sum[s / 2][c] + s % 2 * 2;
      *reinterpret_cast<float2 *>(&lines[line][8 * c + lane % 4 * 2]) = {have[0], have[1]};
    }
  };
  const auto row_of = [](int s, int k) { return k / 8 * 16 * pieces + 8 * s + k % 8; };
  end_tile<width, 8 * warps, 2 * pieces, threads, float>(memory, own_rows, features, end, put_row,
                                                         row_of);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
