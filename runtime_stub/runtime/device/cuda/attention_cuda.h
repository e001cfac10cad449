// SPDX-License-Identifier: Apache-2.0
// Attention on GPUs: end(i, c, sum over j of exp(score - largest) / total * value(j, c)), where
// score is score(i, j, sum over k of query(i, k) * key(k, j)). A block of threads has some rows,
// whose queries stay in shared memory, and goes over the keys once, some at a time; the next keys
// and values are on their way meanwhile. Eight threads share four rows: each has every eighth key,
// and every eighth four features. What has been summed for a row is scaled where a larger score
// comes ("FlashAttention", Dao et al., 2022). So sums have an order of their own. Keys that a mask
// leaves out for all rows of a block are not brought. They come last, since what the mask has in
// place of their scores weighs something only where a row has no others.
#pragma once

#include "runtime/device/cuda/product_cuda.h"
#include "runtime/device/cuda/sum_tree_cuda.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/product.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A tile of [size, depth] in shared memory, with room for other banks; rows lie along `depth`.
template <int size, int depth>
struct AttentionTile {
  float at[size][depth + 4];
};

/// What a thread brings of a tile of [size, depth], as its e-th: neighbours in memory by
/// neighbouring threads.
template <Along along, int size, int depth, int threads>
__device__ inline Brought brought_of(int e) {
  const int number = int(threadIdx.x) + e * threads;
  return along == Along::terms ? Brought{number % depth, number / depth}
                               : Brought{number / size, number % size};
}

/// exp() of what is less is 0.
constexpr float kWeightless = -104.0f;

template <typename Index, int tile_rows, int tile_keys, int depth, int width, Along query_along,
          Along key_along, Along value_along, typename Query, typename Key, typename Score,
          typename Value, typename End, typename Where = Everywhere>
__device__ inline void attention(Range<Index> rows, Range<Index> keys, Range<Index> terms,
                                 Range<Index> features, const Query &query, const Key &key,
                                 const Score &score, const Value &value, const End &end,
                                 const Where &where = {}) {
  constexpr int threads = tile_rows * 2, own_keys = tile_keys / 8, own_features = width / 8;
  constexpr int keys_brought = tile_keys * depth / threads;
  constexpr int values_brought = tile_keys * width / threads;
  __shared__ AttentionTile<tile_rows, depth> queries;
  __shared__ AttentionTile<tile_keys, depth> key_tile;
  __shared__ AttentionTile<tile_keys, width> values;
  __shared__ float weights[tile_rows][tile_keys + 8]; // a warp's rows are its own

  const Index row = rows.lo + Index(blockIdx.x) * tile_rows;
  if (row >= rows.hi) return; // there is less to do than on other devices
  const Index row_end = row + tile_rows < rows.hi ? row + tile_rows : rows.hi;
  const int own = int(threadIdx.x) / 8, lane = int(threadIdx.x) % 8;
  const auto row_of = [&](int r) { return own + r * (tile_rows / 4); };
  const auto feature_of = [&](int c) { return c / 4 * 32 + lane * 4 + c % 4; };

  for (int e = 0; e < tile_rows * depth / threads; ++e) {
    const Brought to = brought_of<query_along, tile_rows, depth, threads>(e);
    const bool is_there = row + to.at < rows.hi && terms.lo + to.k < terms.hi;
    queries.at[to.at][to.k] = is_there ? query(row + to.at, terms.lo + to.k) : 0.0f;
  }
  float key_next[keys_brought], value_next[values_brought];
  const auto fetch = [&](Index from) {
#pragma unroll
    for (int e = 0; e < keys_brought; ++e) {
      const Brought to = brought_of<key_along, tile_keys, depth, threads>(e);
      const bool is_there = from + to.at < keys.hi && terms.lo + to.k < terms.hi;
      key_next[e] = is_there ? key(terms.lo + to.k, from + to.at) : 0.0f;
    }
#pragma unroll
    for (int e = 0; e < values_brought; ++e) {
      // Of values the features are what lies along.
      constexpr Along along = value_along == Along::terms ? Along::results : Along::terms;
      const Brought to = brought_of<along, tile_keys, width, threads>(e);
      const bool is_there = from + to.at < keys.hi && features.lo + to.k < features.hi;
      value_next[e] = is_there ? value(from + to.at, features.lo + to.k) : 0.0f;
    }
  };
  const auto put = [&] {
#pragma unroll
    for (int e = 0; e < keys_brought; ++e) {
      const Brought to = brought_of<key_along, tile_keys, depth, threads>(e);
      key_tile.at[to.at][to.k] = key_next[e];
    }
#pragma unroll
    for (int e = 0; e < values_brought; ++e) {
      constexpr Along along = value_along == Along::terms ? Along::results : Along::terms;
      const Brought to = brought_of<along, tile_keys, width, threads>(e);
      values.at[to.at][to.k] = value_next[e];
    }
  };

  float largest[4], total[4], sum[4][own_features];
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    largest[r] = -INFINITY;
    total[r] = 0.0f;
#pragma unroll
    for (int c = 0; c < own_features; ++c)
      sum[r][c] = 0.0f;
  }
  const auto larger = [](float x, float y) { return max(x, y); };
  const auto added = [](float x, float y) { return x + y; };
  const auto is_there = [&](int r, Index key) {
    return key < keys.hi && row + row_of(r) < rows.hi;
  };
  // Makes weights of products with the keys from here on, and scales what has been summed.
  const auto weigh = [&](Index from, float(&product)[4][own_keys]) {
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      float now = largest[r];
#pragma unroll
      for (int j = 0; j < own_keys; ++j) {
        const Index at = from + lane + j * 8;
        product[r][j] = is_there(r, at) ? score(row + row_of(r), at, product[r][j]) : -INFINITY;
        now = max(now, product[r][j]);
      }
      now = over_threads<8>(now, larger);
      const float base = now == -INFINITY ? 0.0f : now; // all that is masked so far weighs nothing
      const float scale = exp(largest[r] - base);
      float more = 0.0f;
#pragma unroll
      for (int j = 0; j < own_keys; ++j) {
        const float weight = exp(product[r][j] - base);
        weights[row_of(r)][lane + j * 8] = weight;
        more += weight;
      }
      largest[r] = now;
      more = over_threads<8>(more, added);
      total[r] = total[r] * scale + more;
#pragma unroll
      for (int c = 0; c < own_features; ++c)
        sum[r][c] *= scale;
    }
    __syncwarp();
  };
  const auto is_used = [&](Index from) {
    return where({row, row_end}, {from, from + tile_keys < keys.hi ? from + tile_keys : keys.hi});
  };
  const auto next_used = [&](Index from) {
    while (from < keys.hi && !is_used(from))
      from += tile_keys;
    return from;
  };

  Index from = next_used(keys.lo);
  if (from < keys.hi) fetch(from);
  while (from < keys.hi) {
    __syncthreads(); // the last keys and values have been used
    put();
    __syncthreads();
    const Index next = next_used(from + tile_keys);
    if (next < keys.hi) fetch(next);

    float product[4][own_keys] = {};
#pragma unroll 1 // more would not fit the registers
    for (int k = 0; k < depth; k += 4) {
      float x[4][4], y[own_keys][4];
#pragma unroll
      for (int r = 0; r < 4; ++r)
        read_neighbours<4>(x[r], &queries.at[row_of(r)][k]);
#pragma unroll
      for (int j = 0; j < own_keys; ++j)
        read_neighbours<4>(y[j], &key_tile.at[lane + j * 8][k]);
#pragma unroll
      for (int here = 0; here < 4; ++here)
#pragma unroll
        for (int r = 0; r < 4; ++r)
#pragma unroll
          for (int j = 0; j < own_keys; ++j)
            product[r][j] = fma(x[r][here], y[j][here], product[r][j]);
    }
    weigh(from, product);
#pragma unroll 2
    for (int j = 0; j < tile_keys; j += 4) {
      float weight[4][4];
#pragma unroll
      for (int r = 0; r < 4; ++r)
        read_neighbours<4>(weight[r], &weights[row_of(r)][j]);
#pragma unroll
      for (int here = 0; here < 4; ++here) {
        float v[own_features];
#pragma unroll
        for (int c = 0; c < own_features; c += 4)
          read_neighbours<4>(v + c, &values.at[j + here][feature_of(c)]);
#pragma unroll
        for (int r = 0; r < 4; ++r)
#pragma unroll
          for (int c = 0; c < own_features; ++c)
            sum[r][c] = fma(weight[r][here], v[c], sum[r][c]);
      }
    }
    __syncwarp(); // before weights change
    from = next;
  }

  // Whether keys that are masked for all rows weigh anything in some row of this warp.
  const auto masked_weigh = [&] {
    bool do_weigh = false;
#pragma unroll
    for (int r = 0; r < 4; ++r)
#pragma unroll
      for (int j = 0; j < own_keys; ++j) {
        const Index at = from + lane + j * 8;
        if (is_there(r, at))
          do_weigh |= !(score(row + row_of(r), at, 0.0f) - largest[r] < kWeightless);
      }
    return over_threads<32>(do_weigh ? 1.0f : 0.0f, larger) != 0.0f;
  };
  for (from = keys.lo; from < keys.hi; from += tile_keys) {
    if (is_used(from) || !masked_weigh()) continue;
    float product[4][own_keys] = {};
    weigh(from, product);
#pragma unroll 1
    for (int j = 0; j < tile_keys; ++j)
#pragma unroll
      for (int c = 0; c < own_features; ++c) {
        const Index at = from + j, feature = features.lo + feature_of(c);
        const float v = at < keys.hi && feature < features.hi ? value(at, feature) : 0.0f;
#pragma unroll
        for (int r = 0; r < 4; ++r)
          sum[r][c] = fma(weights[row_of(r)][j], v, sum[r][c]);
      }
    __syncwarp(); // before weights change
  }
#pragma unroll
  for (int r = 0; r < 4; ++r)
#pragma unroll
    for (int c = 0; c < own_features; ++c)
      if (row + row_of(r) < rows.hi && features.lo + feature_of(c) < features.hi)
        end(row + row_of(r), features.lo + feature_of(c), sum[r][c] / total[r]);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
