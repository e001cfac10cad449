// SPDX-License-Identifier: Apache-2.0
// Sums of floats in an order of their own. The terms of a sum are cut into leaves; what leaves add
// up to is added up by a binary tree, neighbours first. Leaves and tree belong to the whole sum: so
// devices, threads and vectors, which have parts of it, give the same bits.
#pragma once

#include "runtime/device/vector.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The first of `terms` terms that is in leaf `leaf` of `leaves`; of leaf `leaves`: `terms`.
SHARDC_HD constexpr int64_t leaf_start(int64_t leaves, int64_t terms, int64_t leaf) {
  return (leaf * terms + leaves - 1) / leaves;
}
/// The same where there are the terms from `lo` to `hi` alone.
SHARDC_HD constexpr int64_t leaf_start(int64_t leaves, int64_t terms, int64_t leaf, int64_t lo,
                                       int64_t hi) {
  const int64_t start = leaf_start(leaves, terms, leaf);
  return start < lo ? lo : start < hi ? start : hi;
}
/// The leaf that a term is in.
SHARDC_HD constexpr int64_t leaf_of(int64_t leaves, int64_t terms, int64_t term) {
  return term * leaves / terms;
}

/// Adds up leaves as they come, with increasing numbers: few sums wait for their neighbours. T is a
/// float, or an array of some, which are sums of their own. `most` sums wait.
template <typename T, int most>
class SumTree {
  using Element = std::remove_all_extents_t<T>;
  static constexpr int size = sizeof(T) / sizeof(Element);

public:
  SHARDC_HD void add(int64_t leaf, const T &leaf_sum) {
    const Element *sum = elements(leaf_sum);
    if ((leaf & 1) == 0 || depth == 0) {
      for (int i = 0; i < size; ++i)
        waiting[depth][i] = sum[i];
      ++depth;
      return;
    }
    add_right(waiting[depth - 1], sum);
    for (leaf >>= 1; (leaf & 1) != 0 && depth > 1; leaf >>= 1)
      add_last();
  }

  /// Of no leaves: zero.
  SHARDC_HD void total(T &total) {
    while (depth > 1)
      add_last();
    Element *sum = const_cast<Element *>(elements(total));
    for (int i = 0; i < size; ++i)
      sum[i] = depth > 0 ? waiting[0][i] : Element(0);
  }
  SHARDC_HD Element total() {
    Element sum;
    total(sum);
    return sum;
  }

private:
  SHARDC_HD static const Element *elements(const T &of) {
    if constexpr (std::is_array_v<T>)
      return reinterpret_cast<const Element *>(of);
    else
      return &of;
  }
  /// In vectors that divide the array.
  SHARDC_HD static void add_right(Element *__restrict__ sum, const Element *__restrict__ right) {
#ifdef __CUDACC__
    constexpr int width = 1;
#else
    constexpr int width = !std::is_arithmetic_v<Element> || size % 4 != 0 ? 1
                          : size % 16 == 0                                ? 16
                                                                          : 4;
#endif
    for (int i = 0; i < size; i += width)
      if constexpr (width == 1) {
        sum[i] = sum[i] + right[i];
      } else {
        Vector<Element, width> both, own;
        memcpy(&both, sum + i, sizeof both);
        memcpy(&own, right + i, sizeof own);
        both = both + own;
        memcpy(sum + i, &both, sizeof both);
      }
  }
  /// The last of those that wait joins the one before it.
  SHARDC_HD void add_last() {
    --depth;
    add_right(waiting[depth - 1], waiting[depth]);
  }

  Element waiting[most][size];
  int depth = 0;
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
