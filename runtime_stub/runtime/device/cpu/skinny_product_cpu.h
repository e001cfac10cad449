// SPDX-License-Identifier: Apache-2.0
// Products with few columns, whose left factor has its terms side by side in memory: nothing is
// copied but the columns. As many rows as a vector has elements are read at once, a square of them
// is turned in registers, and then a vector of rows meets one element of each column. Leaves and
// the tree over them are packed_product()'s.
#pragma once

#include "runtime/device/cpu/product_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Columns whose sums are in registers at a time, so that few elements of a square are not.
constexpr int kColumnsAtOnce = kVectorBytes == 64 ? 16 : 8;

/// Row r of a register, which may be one number.
template <typename V>
SHARDC_INLINE auto row_of(const V &x, int64_t r) {
  if constexpr (isVector<V>)
    return x[r];
  else
    return x;
}
template <typename V, typename T>
SHARDC_INLINE void set_row(V &x, int64_t r, const T &value) {
  if constexpr (isVector<V>)
    x[r] = value;
  else
    x = value;
}

/// The terms from k on of some rows from i on, of which there are `rows`: element r of vector t is
/// of row i + r and term k + t. Rows behind the last are as the last.
template <typename T, typename Left>
SHARDC_INLINE void load_turned(const Left &left, int64_t i, int64_t rows, int64_t k,
                               Register<T> *square) {
  constexpr int width = kWidth<T>;
#pragma GCC unroll 16
  for (int r = 0; r < width; ++r)
    square[r] = left(i + (r < rows ? r : rows - 1), Indices<T, width>{k});
  turn<width>(square);
}

/// The sums of a piece, which is a whole leaf, for a vector of rows and `columns` of `count`
/// columns, joined with those that wait.
template <int columns, int count, typename T, typename Left>
__attribute__((noinline)) void multiply_skinny(const Piece &piece, int64_t first, int64_t i,
                                               int64_t rows, const Left &left,
                                               const T *__restrict__ right, Register<T> *waiting) {
  constexpr int width = kWidth<T>;
  Register<T> s[columns] = {};
  const auto add = [&](Register<T> x, int64_t k) SHARDC_INLINED {
#pragma GCC unroll 16
    for (int j = 0; j < columns; ++j)
      s[j] = fma(x, spread<Register<T>>(right[k * count + j]), s[j]);
  };
  Register<T> square[width];
  int64_t k = piece.begin;
  for (; k + width <= piece.end; k += width) {
    load_turned<T>(left, i, rows, first + k, square);
#pragma GCC unroll 16
    for (int t = 0; t < width; ++t)
      add(square[t], k + t);
  }
  const int64_t begin = piece.end - width; // of a square that ends with the piece
  if (k < piece.end && begin >= piece.begin) {
    load_turned<T>(left, i, rows, first + begin, square);
#pragma GCC unroll 16
    for (int t = 1; t < width; ++t)
      if (begin + t >= k) add(square[t], begin + t);
    k = piece.end;
  }
  for (; k < piece.end; ++k) {
    Register<T> x = {};
    for (int r = 0; r < width; ++r)
      set_row(x, r, left(i + (r < rows ? r : rows - 1), first + k));
    add(x, k);
  }
  for (int other = piece.slot + piece.joins - 1; other >= piece.slot; --other)
#pragma GCC unroll 16
    for (int j = 0; j < columns; ++j)
      s[j] = waiting[other * count + j] + s[j];
#pragma GCC unroll 16
  for (int j = 0; j < columns; ++j)
    waiting[piece.slot * count + j] = s[j];
}

/// The same for all columns from `column` on, in groups that are as large as each other.
template <int count, int column = 0, typename T, typename Left>
SHARDC_INLINE void multiply_in_groups(const Piece &piece, int64_t first, int64_t i, int64_t rows,
                                      const Left &left, const T *right, Register<T> *waiting) {
  constexpr int groups = (count - column + kColumnsAtOnce - 1) / kColumnsAtOnce;
  constexpr int columns = (count - column) / groups;
  multiply_skinny<columns, count>(piece, first, i, rows, left, right + column, waiting + column);
  if constexpr (groups > 1)
    multiply_in_groups<count, column + columns>(piece, first, i, rows, left, right, waiting);
}

/// packed_product() of so many columns, for a left factor that takes several terms at once.
template <int64_t leaves, int count, typename Left, typename Right, typename End>
inline void skinny_product(Interval rows, Interval columns, Terms terms, const Left &left,
                           const Right &right, const End &end) {
  using T = decltype(left(int64_t(), int64_t()));
  constexpr int width = kWidth<T>;
  if (terms.begin >= terms.end) return end_without_terms<T>(rows, columns, end);
  const int64_t first = leaf_of(leaves, terms.count, terms.begin);
  const int64_t last = leaf_of(leaves, terms.count, terms.end - 1);
  const auto start = [&](int64_t leaf) { return first_of_leaf<int64_t>(terms, leaves, leaf); };
  const Interval all = {start(first), start(last + 1)};
  T *const copied = scratch<T, 0>(all.size() * count);
  for (int64_t k = 0; k < all.size(); ++k)
    for (int j = 0; j < count; ++j)
      copied[k * count + j] = right(all.lo + k, columns.lo + j);
  Piece *const pieces = scratch<Piece, 0>(last - first + 1);
  const int own = LeafPieces(first, last).of(all, start, pieces);
  auto *const waiting = scratch<Register<T>, 0>(most_that_wait(last - first + 1) * count);
  for (int64_t i = rows.lo; i < rows.hi; i += width) {
    const int64_t some = rows.hi - i < width ? rows.hi - i : width;
    for (int piece = 0; piece < own; ++piece)
      multiply_in_groups<count>(pieces[piece], all.lo, i, some, left, copied, waiting);
    for (int64_t r = 0; r < some; ++r)
      for (int j = 0; j < count; ++j)
        end(i + r, columns.lo + j, row_of(waiting[j], r));
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
