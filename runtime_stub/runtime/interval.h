// SPDX-License-Identifier: Apache-2.0
// Intervals of indices, and how a dimension is cut into parts. The compiler and the bundle use this
// same file, so both cut alike; so do kernels.
#pragma once

#include "runtime/namespace.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The indices lo, lo + 1, ..., hi - 1.
template <typename Index>
struct Range {
  Index lo, hi;

  constexpr Index size() const { return lo < hi ? hi - lo : 0; }
  constexpr Index last() const { return hi - 1; }
  template <typename Wider>
  constexpr operator Range<Wider>() const {
    return {lo, hi};
  }
};
using Interval = Range<int64_t>;

/// Part `i` of `n` of a dimension of size `d`. Sizes differ by at most one, and the parts of a part
/// are parts: cutting in 2 and then in 2 is cutting in 4.
template <typename Index = int64_t>
constexpr Range<Index> cut(int64_t d, int64_t n, int64_t i) {
  return {static_cast<Index>((i * d + n - 1) / n), static_cast<Index>(((i + 1) * d + n - 1) / n)};
}

/// Part `i` of a dimension that a table cuts: from `cuts[i]` up to `cuts[i + 1]`.
template <typename Index, size_t Cuts>
constexpr Range<Index> slice(const Index (&cuts)[Cuts], int i) {
  return {cuts[i], cuts[i + 1]};
}

/// The part that holds index `x`: the inverse of `cut`.
constexpr int64_t owner(int64_t d, int64_t n, int64_t x) { return x * n / d; }

/// The range with up to `below` and `above` more indices, inside a dimension of size `d`. One that
/// is empty stays so.
template <typename Index>
constexpr Range<Index> widen(Range<Index> range, int64_t below, int64_t above, int64_t d) {
  if (range.size() == 0) return range;
  return {static_cast<Index>(std::max<int64_t>(range.lo - below, 0)),
          static_cast<Index>(std::min<int64_t>(range.hi + above, d))};
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
