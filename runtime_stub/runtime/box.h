// SPDX-License-Identifier: Apache-2.0
// Boxes: which part of a value a device holds. It depends on nothing but the standard library.
#pragma once

#include "runtime/interval.h"
#include "runtime/large_row.h"

#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// One interval per dimension, major to minor.
using Box = std::vector<Interval>;

/// A box of a value in memory, row-major.
struct BoxData {
  Box box;
  const char *data;
};

/// None if the box is empty in any dimension.
inline int64_t elements(const Box &box) {
  int64_t count = 1;
  for (const Interval &dim : box)
    count *= dim.size();
  return count;
}

inline Box intersect(const Box &a, const Box &b) {
  Box both;
  for (size_t dim = 0; dim < a.size(); ++dim)
    both.push_back({std::max(a[dim].lo, b[dim].lo), std::min(a[dim].hi, b[dim].hi)});
  return both;
}

inline bool same_box(const Box &a, const Box &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](Interval x, Interval y) { return x.lo == y.lo && x.hi == y.hi; });
}

/// All of a value of this shape.
inline Box whole(const std::vector<int64_t> &shape) {
  Box box;
  for (int64_t extent : shape)
    box.push_back({0, extent});
  return box;
}

/// Whether the box is one piece of the memory that holds the window.
inline bool is_one_piece(const Box &box, const Box &window) {
  size_t dim = 0;
  while (dim < box.size() && box[dim].size() == 1)
    ++dim;
  for (++dim; dim < box.size(); ++dim)
    if (box[dim].size() != window[dim].size()) return false;
  return true;
}

/// Where the box begins in the window's memory [elements].
inline int64_t start_of(const Box &box, const Box &window) {
  int64_t start = 0;
  for (size_t dim = 0; dim < box.size(); ++dim)
    start = start * window[dim].size() + box[dim].lo - window[dim].lo;
  return start;
}

/// Calls `copy(to, from, count)` for every row of `box`: where it starts in two windows that hold
/// it, and its length [elements]. `dim`, `to_row` and `from_row` are the state of the recursion.
template <typename Copy>
void for_each_row(const Box &box, const Box &to_window, const Box &from_window, const Copy &copy,
                  size_t dim = 0, int64_t to_row = 0, int64_t from_row = 0) {
  if (elements(box) == 0) return;
  if (dim == box.size()) return copy(to_row, from_row, int64_t{1}); // a scalar is a row of one
  const int64_t to = to_row * to_window[dim].size() + box[dim].lo - to_window[dim].lo;
  const int64_t from = from_row * from_window[dim].size() + box[dim].lo - from_window[dim].lo;
  if (dim + 1 == box.size()) return copy(to, from, box[dim].size());
  for (int64_t i = 0; i < box[dim].size(); ++i)
    for_each_row(box, to_window, from_window, copy, dim + 1, to + i, from + i);
}

/// Copies `box` of a value from one window to another.
inline void copy_box(char *to, const Box &to_window, const char *from, const Box &from_window,
                     const Box &box, size_t element_bytes) {
  const bool is_large = elements(box) * element_bytes >= kLargeBox;
  for_each_row(box, to_window, from_window, [&](int64_t to_at, int64_t from_at, int64_t count) {
    char *const row = to + to_at * element_bytes;
    if (is_large)
      copy_large_row(row, from + from_at * element_bytes, count * element_bytes);
    else
      std::memcpy(row, from + from_at * element_bytes, count * element_bytes);
  });
}

/// The same, past the caches.
inline void copy_box_past_caches(char *to, const Box &to_window, const char *from,
                                 const Box &from_window, const Box &box, size_t element_bytes) {
  for_each_row(box, to_window, from_window, [&](int64_t to_at, int64_t from_at, int64_t count) {
    copy_row_past_caches(to + to_at * element_bytes, from + from_at * element_bytes,
                         count * element_bytes);
  });
  end_rows_past_caches();
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
