// SPDX-License-Identifier: Apache-2.0
// Products of matrices: end(i, j, sum over k of left(i, k) * right(k, j)), for any expressions. The
// way of Goto and van de Geijn ("Anatomy of High-Performance Matrix Multiplication"): operands are
// copied ("packed") into the cache in the order in which they are used, a block at a time; a tile
// of sums stays in registers while it takes its terms.
//
// The order of each sum is the language's (sum_order.h): leaves of terms, k ascending with fma, and
// a tree over leaves, neighbours first. Tiles of leaves wait for their neighbours as sums do in
// SumTree; as all tiles of a block are at the same leaf, one depth is enough for them.
#pragma once

#include "runtime/device/cpu/vector_functions_cpu.h"
#include "runtime/device/product.h"
#include "runtime/device/sum_order.h"

#include <cstdlib>
#include <new>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename T>
struct TileOf {
  static constexpr int width = kWidth<T>;
#if defined(__AVX512F__)
  static constexpr int rows = 14, vectors = 2; // 28 of 32 registers
#elif defined(__AVX2__)
  static constexpr int rows = 6, vectors = 2; // 12 of 16
#else
  static constexpr int rows = 4, vectors = 2;
#endif
  static constexpr int columns = vectors * width;
  alignas(kVectorBytes) T at[rows][columns];
};

// What is packed at a time: rows, columns and terms of a block, which stay in the second cache.
// Whole tiles for any set of instructions.
constexpr int64_t kBlockRows = 168, kBlockColumns = 256, kBlockTerms = 256;

/// Terms of a row that are packed side by side: a cache line, where memory has them so.
template <typename T, Along along>
constexpr int64_t kTermsAtOnce = along == Along::terms ? 64 / sizeof(T) : 1;

/// Memory of this thread, one for each number, that grows as needed. Number 0 is a product's.
template <typename T, int number>
inline T *scratch(int64_t count) {
  struct Memory {
    ~Memory() { std::free(at); }
    void *at = nullptr;
    size_t size = 0;
  };
  thread_local Memory memory;
  const size_t size = (static_cast<size_t>(count) * sizeof(T) + 63) / 64 * 64;
  if (size > memory.size) {
    std::free(memory.at);
    memory.size = 0;
    memory.at = std::aligned_alloc(64, size);
    if (!memory.at) throw std::bad_alloc();
    memory.size = size;
  }
  return static_cast<T *>(memory.at);
}

/// Whether a function of two indices takes several of the first, or of the second, at once.
template <typename T, typename Function>
constexpr bool takesRows = requires(const Function &function, Indices<T, kWidth<T>> i) {
  function(i, int64_t());
};
template <typename T, typename Function, typename... More>
constexpr bool takesColumns = requires(const Function &function, Indices<T, kWidth<T>> j,
                                       More... more) {
  function(int64_t(), j, more...);
};

/// to[t] = from(i, k + t), `most` of them or fewer.
template <int64_t most, typename T, typename From>
inline void copy_columns(const From &from, int64_t i, int64_t k, int64_t count, T *to) {
  if constexpr (takesColumns<T, From>) {
    const auto copy = [&](auto t) { store(to, t, from(i, k + t)); };
    if (count == most)
      in_vectors<T, most>(0, copy);
    else
      in_vectors<T>(0, count, copy);
  } else {
    for (int64_t t = 0; t < count; ++t)
      to[t] = from(i, k + t);
  }
}

/// Whether a factor is a function of the term that gives one of the row, as where a term has to be
/// taken apart first: then it is once for all rows of a tile.
template <typename Left>
constexpr bool takesTermFirst = requires(const Left &left) {
  left(int64_t())(int64_t());
};

/// The factor of a row and a term.
template <typename Left>
inline auto factor(const Left &left, int64_t i, int64_t k) {
  if constexpr (takesTermFirst<Left>)
    return left(k)(i);
  else
    return left(i, k);
}

/// to[r * line + t] = left(k + t)(i + r).
template <int64_t line, typename T, typename Left>
inline void copy_by_terms(const Left &left, int64_t i, int64_t rows, int64_t k, int64_t terms,
                          T *to) {
  for (int64_t t = 0; t < terms; ++t) {
    const auto of_row = left(k + t);
    for (int64_t r = 0; r < rows; ++r)
      to[r * line + t] = of_row(i + r);
  }
}

/// Rows in tiles: for each, lines of terms one below the other. Rows behind the last are zero.
template <Along along, typename T, typename Left>
inline void pack_rows(Interval rows, Interval terms, const Left &left, T *__restrict__ to) {
  constexpr int64_t tile = TileOf<T>::rows, line = kTermsAtOnce<T, along>;
  for (int64_t i = rows.lo; i < rows.hi; i += tile) {
    const int64_t own = rows.hi - i < tile ? rows.hi - i : tile;
    for (int64_t k = terms.lo; k < terms.hi; k += line, to += tile * line) {
      const int64_t some = terms.hi - k < line ? terms.hi - k : line;
      for (int64_t t = own * line; t < tile * line; ++t)
        to[t] = 0;
      if constexpr (takesTermFirst<Left>)
        copy_by_terms<line>(left, i, own, k, some, to);
      else if constexpr (line == 1 && takesRows<T, Left>)
        in_vectors<T>(0, own, [&](auto r) { store(to, r, left(i + r, k)); });
      else
        for (int64_t r = 0; r < own; ++r)
          copy_columns<line>(left, i + r, k, some, to + r * line);
    }
  }
}

/// Columns in panels as wide as a tile. Columns behind the last are zero.
template <typename T, typename Right>
inline void pack_columns(Interval columns, Interval terms, const Right &right, T *__restrict__ to) {
  constexpr int64_t tile = TileOf<T>::columns;
  for (int64_t j = columns.lo; j < columns.hi; j += tile) {
    const int64_t some = columns.hi - j < tile ? columns.hi - j : tile;
    for (int64_t k = terms.lo; k < terms.hi; ++k, to += tile) {
      copy_columns<tile>(right, k, j, some, to);
      for (int64_t c = some; c < tile; ++c)
        to[c] = 0;
    }
  }
}

/// sum[r][c] = start[r][c] + sum over k of rows[k / line][r][k % line] * columns[k][c], one term
/// after the other. No start: zero. Inside of another function GCC would not keep the sums in
/// registers.
template <int64_t line, typename T>
__attribute__((noinline)) void multiply(int64_t terms, const T *__restrict__ rows,
                                        const T *__restrict__ columns, const TileOf<T> *start,
                                        TileOf<T> &sum) {
  constexpr int tile = TileOf<T>::rows, vectors = TileOf<T>::vectors, width = TileOf<T>::width;
  using Vector = Register<T>;
  using Places = Indices<T, width>;
  Vector s[tile][vectors];
#pragma GCC unroll 16
  for (int r = 0; r < tile; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v)
      s[r][v] = start ? load(start->at[r], Places{v * width}) : Vector{};
  for (int64_t begin = 0; begin < terms; begin += line, rows += tile * line) {
    const int64_t some = terms - begin < line ? terms - begin : line;
    for (int64_t k = 0; k < some; ++k, columns += vectors * width) {
      Vector y[vectors];
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v)
        y[v] = load(columns, Places{v * width});
#pragma GCC unroll 16
      for (int r = 0; r < tile; ++r) {
        const Vector x = spread<Vector>(rows[r * line + k]);
#pragma GCC unroll 2
        for (int v = 0; v < vectors; ++v)
          s[r][v] = fma(x, y[v], s[r][v]);
      }
    }
  }
#pragma GCC unroll 16
  for (int r = 0; r < tile; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v)
      store(sum.at[r], Places{v * width}, s[r][v]);
}

/// sum = left + right; the sum may be one of them.
template <typename T>
inline void add_left(const TileOf<T> &left, const TileOf<T> &right, TileOf<T> &sum) {
  for (int r = 0; r < TileOf<T>::rows; ++r)
    in_vectors<T, TileOf<T>::columns>(
        0, [&](auto c) { store(sum.at[r], c, load(left.at[r], c) + load(right.at[r], c)); });
}

/// end() of the elements of a tile that there are.
template <typename T, typename End>
inline void end_tile(Interval rows, Interval columns, const TileOf<T> &sum, const End &end) {
  for (int64_t i = rows.lo; i < rows.hi; ++i) {
    const T *sums = sum.at[i - rows.lo];
    if constexpr (takesColumns<T, End, Register<T>>) {
      const auto of = [&](auto c) { end(i, columns.lo + c, load(sums, c)); };
      if (columns.size() == TileOf<T>::columns)
        in_vectors<T, TileOf<T>::columns>(0, of);
      else
        in_vectors<T>(0, columns.size(), of);
    } else {
      for (int64_t c = 0; c < columns.size(); ++c)
        end(i, columns.lo + c, sums[c]);
    }
  }
}

/// How many sums that wait a leaf joins, of `depth` that do (SumTree::add); the last one joins all.
inline int joins_of(int64_t leaf, int depth, bool isLast) {
  if (isLast) return depth;
  int joins = 0;
  for (; (leaf & 1) != 0 && joins < depth; leaf >>= 1)
    ++joins;
  return joins;
}

/// A block of results, of at most kBlockRows by kBlockColumns.
template <typename T, Along along, int64_t leaves, typename Left, typename Right, typename End,
          typename Where>
inline void product_block(Interval rows, Interval columns, const Terms &terms, int64_t first,
                          int64_t last, T *__restrict__ memory, const Left &left,
                          const Right &right, const End &end, const Where &where) {
  using Tile = TileOf<T>;
  static constexpr Tile unused = {};
  const auto rows_at = [=](int64_t i) {
    return Interval{i, i + Tile::rows < rows.hi ? i + Tile::rows : rows.hi};
  };
  const auto columns_at = [=](int64_t j) {
    return Interval{j, j + Tile::columns < columns.hi ? j + Tile::columns : columns.hi};
  };
  if (!where(rows, columns)) {
    for (int64_t j = columns.lo; j < columns.hi; j += Tile::columns)
      for (int64_t i = rows.lo; i < rows.hi; i += Tile::rows)
        end_tile<T>(rows_at(i), columns_at(j), unused, end);
    return;
  }
  constexpr int64_t line = kTermsAtOnce<T, along>;
  constexpr int64_t most = kBlockRows / Tile::rows * (kBlockColumns / Tile::columns);
  T *const packed_rows = memory, *const packed_columns = memory + kBlockRows * kBlockTerms;
  Tile *const begun = reinterpret_cast<Tile *>(packed_columns + kBlockColumns * kBlockTerms);
  Tile *const waiting = begun + most;

  const auto start = [&](int64_t leaf) { return first_of_leaf<int64_t>(terms, leaves, leaf); };
  int depth = 0; // sums that wait, of each tile
  for (int64_t leaf = first; leaf <= last; ++leaf) {
    const Interval own = {start(leaf), start(leaf + 1)};
    const int joins = joins_of(leaf, depth, leaf == last);
    for (int64_t k = own.lo; k < own.hi; k += kBlockTerms) {
      const Interval some = {k, own.hi - k < kBlockTerms ? own.hi : k + kBlockTerms};
      const int64_t padded = (some.size() + line - 1) / line * line;
      pack_rows<along>(rows, some, left, packed_rows);
      pack_columns(columns, some, right, packed_columns);
      int64_t number = 0;
      for (int64_t j = columns.lo; j < columns.hi; j += Tile::columns)
        for (int64_t i = rows.lo; i < rows.hi; i += Tile::rows, ++number) {
          const bool ends = some.hi == own.hi;
          if (!where(rows_at(i), columns_at(j))) {
            if (ends && leaf == last) end_tile<T>(rows_at(i), columns_at(j), unused, end);
            continue;
          }
          Tile here;
          Tile &sum = !ends         ? begun[number]
                      : leaf < last ? waiting[(depth - joins) * most + number]
                                    : here;
          // What the sum is joined to may wait where it goes.
          Tile &leaf_sum = ends && joins > 0 ? here : sum;
          multiply<line>(some.size(), packed_rows + (i - rows.lo) * padded,
                         packed_columns + (j - columns.lo) * some.size(),
                         k > own.lo ? &begun[number] : nullptr, leaf_sum);
          if (!ends) continue;
          for (int level = 1; level <= joins; ++level)
            add_left(waiting[(depth - level) * most + number], leaf_sum,
                     level < joins ? leaf_sum : sum);
          if (leaf < last) continue;
          end_tile<T>(rows_at(i), columns_at(j), sum, end);
        }
    }
    depth += 1 - joins;
  }
}

/// All results, of sums of so many `leaves`. `left` is read along what it says; `right` may be read
/// in any way. `where` may say of a tile that end() uses none of its sums: then they are not
/// computed.
template <Along along, int64_t leaves, typename Left, typename Right, typename End,
          typename Where = Everywhere>
inline void packed_product(Interval rows, Interval columns, const Terms &terms, const Left &left,
                           const Right &right, const End &end, const Where &where = {}) {
  using T = decltype(factor(left, 0, 0));
  using Tile = TileOf<T>;
  if (terms.begin >= terms.end || terms.inner <= 0) {
    for (int64_t i = rows.lo; i < rows.hi; ++i)
      for (int64_t j = columns.lo; j < columns.hi; ++j)
        end(i, j, T(0));
    return;
  }
  const int64_t first = leaf_of(leaves, terms.count, terms.begin);
  const int64_t last = leaf_of(leaves, terms.count, terms.end - 1);
  int levels = 1; // waiting sums: of partial subtrees on both sides
  for (int64_t sums = last - first + 1; sums > 1; sums = (sums + 1) / 2)
    levels += 2;
  constexpr int64_t tile = sizeof(Tile) / sizeof(T);
  constexpr int64_t most = kBlockRows / Tile::rows * (kBlockColumns / Tile::columns);
  T *const memory =
      scratch<T, 0>((kBlockRows + kBlockColumns) * kBlockTerms + (1 + levels) * most * tile);
  for (int64_t i = rows.lo; i < rows.hi; i += kBlockRows)
    for (int64_t j = columns.lo; j < columns.hi; j += kBlockColumns)
      product_block<T, along, leaves>(
          {i, rows.hi - i < kBlockRows ? rows.hi : i + kBlockRows},
          {j, columns.hi - j < kBlockColumns ? columns.hi : j + kBlockColumns}, terms, first, last,
          memory, left, right, end, where);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
