// SPDX-License-Identifier: Apache-2.0
// Attention on CPUs: end(i, c, sum over j of exp(score - largest) / total * value(j, c)), where
// score is score(i, j, sum over k of query(i, k) * key(k, j)). Keys are gone over once, in blocks,
// for some rows at a time: what has been summed for a row is scaled where a larger score comes. So
// sums have an order of their own. Inner loops are over neighbours in arrays, in vectors.
#pragma once

#include "runtime/device/cpu/vector_functions_cpu.h"
#include "runtime/device/product.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Rows, and keys, that are worked on together.
constexpr int kAttentionRows = 16, kAttentionKeys = 64;

/// What is known of some rows. Scores become weights, in place.
template <int features>
struct AttentionRows {
  float score[kAttentionRows][kAttentionKeys];
  float largest[kAttentionRows], total[kAttentionRows], sum[kAttentionRows][features];

  AttentionRows() : total(), sum() {
    for (float &each : largest)
      each = -INFINITY;
  }

  /// `keys` more scores of a row; what they weigh.
  float weigh(int row, int keys) {
    float now = largest[row];
    for (int j = 0; j < keys; ++j)
      now = max(now, score[row][j]);
    const float base = now == -INFINITY ? 0.0f : now; // all that is masked so far weighs nothing
    const float scale = exp(largest[row] - base);
    float added = 0.0f;
    in_vectors<float>(0, keys,
                      [&](auto j) { store(score[row], j, exp(load(score[row], j) - base)); });
    for (int j = 0; j < keys; ++j)
      added += score[row][j];
    largest[row] = now;
    total[row] = total[row] * scale + added;
    in_vectors<float, features>(0, [&](auto c) { store(sum[row], c, load(sum[row], c) * scale); });
    return added;
  }
};

template <typename Index, int most_terms, int most_features, typename Query, typename Key,
          typename Score, typename Value, typename End, typename Where = Everywhere>
inline void attention(Range<Index> rows, Range<Index> keys, Range<Index> terms,
                      Range<Index> features, const Query &query, const Key &key, const Score &score,
                      const Value &value, const End &end, const Where &where = {}) {
  const int count = int(terms.size()), wide = int(features.size());
  float q[kAttentionRows][most_terms], k[most_terms][kAttentionKeys];
  float v[kAttentionKeys][most_features] = {};
  for (Index row = rows.lo; row < rows.hi; row += kAttentionRows) {
    const int own_rows = int(rows.hi - row < kAttentionRows ? rows.hi - row : kAttentionRows);
    for (int r = 0; r < own_rows; ++r)
      for (int t = 0; t < count; ++t)
        q[r][t] = query(row + r, terms.lo + t);
    AttentionRows<most_features> own;
    for (Index from = keys.lo; from < keys.hi; from += kAttentionKeys) {
      const int own_keys = int(keys.hi - from < kAttentionKeys ? keys.hi - from : kAttentionKeys);
      const bool is_used = where({row, row + own_rows}, {from, from + own_keys});
      for (int j = 0; j < own_keys; ++j) {
        for (int t = 0; is_used && t < count; ++t)
          k[t][j] = key(terms.lo + t, from + j);
        for (int c = 0; c < wide; ++c)
          v[j][c] = value(from + j, features.lo + c);
      }
      for (int r = 0; r < own_rows; ++r) {
        float product[kAttentionKeys] = {};
        for (int t = 0; is_used && t < count; ++t)
          in_vectors<float>(0, own_keys, [&](auto j) {
            store(product, j, load(product, j) + q[r][t] * load(k[t], j));
          });
        for (int j = 0; j < own_keys; ++j)
          own.score[r][j] = score(row + r, from + j, product[j]);
        const float weighed = own.weigh(r, own_keys);
        // Where all is masked, scores weigh nothing beside those of other keys.
        for (int j = 0; (is_used || weighed != 0.0f) && j < own_keys; ++j)
          in_vectors<float, most_features>(0, [&](auto c) {
            store(own.sum[r], c, load(own.sum[r], c) + own.score[r][j] * load(v[j], c));
          });
      }
    }
    for (int r = 0; r < own_rows; ++r)
      for (int c = 0; c < wide; ++c)
        end(row + r, features.lo + c, own.sum[r][c] / own.total[r]);
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
