// SPDX-License-Identifier: Apache-2.0
// Products of matrices: end(i, j, sum over k of left(i, k) * right(k, j)), for any expressions. The
// way of Goto and van de Geijn ("Anatomy of High-Performance Matrix Multiplication"): operands are
// copied ("packed", packing_cpu.h) in the order in which they are used, a block at a time; a tile
// of sums stays in registers while it takes its terms.
//
// The order of each sum is the language's (sum_order.h): leaves of terms, k ascending with fma, and
// a tree over leaves, neighbours first. Tiles of leaves wait for their neighbours as sums do in
// SumTree, beside the tile in the first cache where all terms are packed at a time. Where there are
// too many of them, a block of results takes one block of terms after the other, and keeps what
// waits; as all its tiles are at the same leaf, one list of pieces is enough for them.
#pragma once

#include "runtime/device/cpu/packing_cpu.h"
#include "runtime/device/sum_order.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

// What is packed at a time where there are more than kMostTerms: rows, columns and terms of a
// block, whole tiles for any set of instructions.
constexpr int64_t kBlockRows = 168, kBlockColumns = 256, kBlockTerms = 256;
// Else all terms: of some rows, which stay in the second cache, and of some columns, of which a
// panel is used at a time, and which may lie in the third. All rows, if they are few: then columns
// are packed as they are used.
constexpr int64_t kMostTerms = 4096, kRowBytes = 256 << 10, kColumnBytes = 4 << 20;

/// Whether rows are packed once for all columns, of elements of so many bytes.
constexpr bool are_few_rows(int64_t rows, int64_t terms, int64_t bytes) {
  return terms <= kMostTerms && rows <= 3 * kBlockRows && rows * terms * bytes <= kRowBytes;
}
/// Columns that are packed at a time.
constexpr int64_t columns_of_block(int64_t rows, int64_t terms, int64_t bytes) {
  if (terms > kMostTerms) return kBlockColumns;
  const bool areFew = are_few_rows(rows, terms, bytes);
  const int64_t least = areFew ? kMostTileColumns : kBlockColumns;
  const int64_t fit = (areFew ? kRowBytes : kColumnBytes) / bytes / (terms > 0 ? terms : 1);
  return fit < least ? least : fit / least * least;
}

/// Terms that a tile takes in one go, a leaf or a part of one, by outer indices from the first that
/// is packed; and what becomes of their sum.
struct Piece {
  int64_t begin, end;
  bool isBegun; // a part of the leaf has been added up
  bool isWhole; // the leaf ends here
  int slot; // where a whole leaf waits then, added to the `joins` sums that waited from there on
  int joins;
};

/// How many sums that wait a leaf joins, of `depth` that do (SumTree::add); the last one joins all.
inline int joins_of(int64_t leaf, int depth, bool isLast) {
  if (isLast) return depth;
  int joins = 0;
  for (; (leaf & 1) != 0 && joins < depth; leaf >>= 1)
    ++joins;
  return joins;
}

/// sums[r][c] += rows[r][k] * columns[k][c] for the terms of a piece, one after the other; a whole
/// leaf then joins those that wait. Inside of another function GCC would not keep the sums in
/// registers.
template <int64_t line, bool isNested, typename T>
__attribute__((noinline)) void multiply(const Piece &piece, int64_t inner,
                                        const T *__restrict__ rows, const T *__restrict__ columns,
                                        TileOf<T> &begun, TileOf<T> *waiting) {
  constexpr int tile = TileOf<T>::rows, vectors = TileOf<T>::vectors, width = TileOf<T>::width;
  using Vector = Register<T>;
  using Places = Indices<T, width>;
  const int64_t turns = isNested ? inner : 1;
  Vector s[tile][vectors];
#pragma GCC unroll 16
  for (int r = 0; r < tile; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v)
      s[r][v] = piece.isBegun ? load(begun.at[r], Places{v * width}) : Vector{};
  columns += piece.begin * turns * vectors * width;
  for (int64_t k = piece.begin, some; k < piece.end; k += some) {
    const T *const of_line = rows + k / line * line * tile * turns;
    const int64_t begin = k % line, rest = piece.end - k;
    some = rest < line - begin ? rest : line - begin;
    for (int64_t t = begin; t < begin + some; ++t)
      for (int64_t p = 0; p < turns; ++p, columns += vectors * width) {
        Vector y[vectors];
#pragma GCC unroll 2
        for (int v = 0; v < vectors; ++v)
          y[v] = load(columns, Places{v * width});
#pragma GCC unroll 16
        for (int r = 0; r < tile; ++r) {
          const Vector x = spread<Vector>(of_line[(p * tile + r) * line + t]);
#pragma GCC unroll 2
          for (int v = 0; v < vectors; ++v)
            s[r][v] = fma(x, y[v], s[r][v]);
        }
      }
  }
  for (int other = piece.slot + piece.joins - 1; other >= piece.slot; --other)
#pragma GCC unroll 16
    for (int r = 0; r < tile; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v)
        s[r][v] = load(waiting[other].at[r], Places{v * width}) + s[r][v];
  TileOf<T> &to = piece.isWhole ? waiting[piece.slot] : begun;
#pragma GCC unroll 16
  for (int r = 0; r < tile; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < vectors; ++v)
      store(to.at[r], Places{v * width}, s[r][v]);
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

/// Sums that wait at most where there are so many leaves, of partial subtrees on both sides.
inline int most_that_wait(int64_t leaves) {
  int most = 1;
  for (; leaves > 1; leaves = (leaves + 1) / 2)
    most += 2;
  return most;
}

/// The pieces of a sum's leaves, as blocks of its terms come.
class LeafPieces {
public:
  /// Leaves from `first` to `last`.
  LeafPieces(int64_t first, int64_t last) : leaf(first), last(last) {}

  /// Those of the outer indices of a block; `to` has room for every leaf.
  template <typename Start>
  int of(Interval block, const Start &start, Piece *to) {
    int count = 0;
    while (leaf <= last && start(leaf) < block.hi) {
      const Interval own = {start(leaf), start(leaf + 1)};
      const bool isBegun = own.lo < block.lo, isWhole = own.hi <= block.hi;
      Piece &piece = to[count++];
      piece = {isBegun ? 0 : own.lo - block.lo,
               (isWhole ? own.hi : block.hi) - block.lo,
               isBegun,
               isWhole,
               depth,
               0};
      if (!isWhole) break;
      piece.joins = joins_of(leaf, depth, leaf == last);
      piece.slot = depth - piece.joins;
      depth = piece.slot + 1;
      ++leaf;
    }
    return count;
  }

private:
  int64_t leaf, last;
  int depth = 0; // sums that wait
};

/// How much is packed at a time: rows and columns in whole tiles, outer indices in whole lines.
struct Blocks {
  int64_t rows, columns, outer;
  bool haveAllTerms, haveAllRows;
};

template <typename T>
inline Blocks blocks_of(int64_t rows, int64_t columns, int64_t outer, int64_t inner, int64_t line) {
  const auto whole = [](int64_t count, int64_t tile) { return (count + tile - 1) / tile * tile; };
  const auto least = [](int64_t a, int64_t b) { return a < b ? a : b; };
  const int64_t terms = outer * inner;
  const bool haveAllTerms = terms <= kMostTerms;
  Blocks made = {kBlockRows, columns_of_block(rows, terms, sizeof(T)), whole(outer, line),
                 haveAllTerms, are_few_rows(rows, terms, sizeof(T))};
  if (made.haveAllRows)
    made.rows = rows;
  else if (haveAllTerms)
    made.rows = least(kRowBytes / int64_t(sizeof(T)) / (made.outer * inner), 3 * kBlockRows);
  else
    made.outer = whole(kBlockTerms < inner ? 1 : kBlockTerms / inner, line);
  made.rows = whole(least(made.rows, rows), TileOf<T>::rows);
  made.columns = whole(least(made.columns, columns), TileOf<T>::columns);
  return made;
}

/// Memory of a block: what is packed, and for each tile a sum that is begun and those that wait.
template <typename T>
struct PackedBlock {
  TileOf<T> *sums;
  T *columns, *rows;
  int64_t sums_of_tile; // none where the sums are those of the tile that is worked on

  PackedBlock(const Blocks &block, int64_t inner, int levels) {
    constexpr int64_t tile = sizeof(TileOf<T>) / sizeof(T);
    const int64_t terms = block.outer * inner, all = 1 + levels;
    const int64_t tiles = block.haveAllTerms
                              ? 1
                              : block.rows / TileOf<T>::rows * (block.columns / TileOf<T>::columns);
    T *const memory = scratch<T, 0>((block.rows + block.columns) * terms + tiles * all * tile);
    sums = reinterpret_cast<TileOf<T> *>(memory); // in whole lines of the cache, as columns are
    columns = memory + tiles * all * tile;
    rows = columns + block.columns * terms;
    sums_of_tile = block.haveAllTerms ? 0 : all;
  }
};

/// The pieces of all tiles of a block, whose terms are packed, and end() where these are the last.
template <Along along, bool isNested, typename T, typename End, typename Where>
inline void multiply_tiles(Interval rows, Interval columns, int64_t outer, int64_t inner,
                           const Piece *pieces, int count, bool areLast, PackedBlock<T> packed,
                           const End &end, const Where &where) {
  using Tile = TileOf<T>;
  constexpr int64_t line = kLine<T, along>;
  const int64_t padded = (outer + line - 1) / line * line * inner;
  for (int64_t j = columns.lo; j < columns.hi; j += Tile::columns)
    for (int64_t i = rows.lo; i < rows.hi; i += Tile::rows, packed.sums += packed.sums_of_tile) {
      const Interval is = {i, i + Tile::rows < rows.hi ? i + Tile::rows : rows.hi};
      const Interval js = {j, j + Tile::columns < columns.hi ? j + Tile::columns : columns.hi};
      Tile &begun = packed.sums[0], *const waiting = packed.sums + 1;
      if (where(is, js))
        for (int piece = 0; piece < count; ++piece)
          multiply<line, isNested>(pieces[piece], inner, packed.rows + (i - rows.lo) * padded,
                                   packed.columns + (j - columns.lo) * outer * inner, begun,
                                   waiting);
      else if (areLast)
        waiting[0] = Tile{};
      if (areLast) end_tile<T>(is, js, waiting[0], end);
    }
}

/// end() of results that have no terms.
template <typename T, typename End>
inline void end_without_terms(Interval rows, Interval columns, const End &end) {
  for (int64_t i = rows.lo; i < rows.hi; ++i)
    for (int64_t j = columns.lo; j < columns.hi; ++j)
      end(i, j, T(0));
}

/// All results, of sums of so many `leaves`. `left` is read along what it says; `right` may be read
/// in any way. `where` may say of a tile that end() uses none of its sums: then they are not
/// computed.
template <Along along, int64_t leaves, typename Left, typename Right, typename End,
          typename Where = Everywhere>
inline void packed_product(Interval rows, Interval columns, Terms terms, const Left &left,
                           const Right &right, const End &end, const Where &where = {}) {
  using T = decltype(factor(left, 0, 0));
  constexpr int64_t line = kLine<T, along>;
  constexpr bool isNested = takesOuterLast<Left>;
  if (terms.begin >= terms.end || terms.inner <= 0) return end_without_terms<T>(rows, columns, end);
  const int64_t first = leaf_of(leaves, terms.count, terms.begin);
  const int64_t last = leaf_of(leaves, terms.count, terms.end - 1);
  const int64_t inner = isNested ? terms.inner : 1;
  if (isNested) terms.inner = 1; // leaves are counted by outer indices
  const auto start = [&](int64_t leaf) { return first_of_leaf<int64_t>(terms, leaves, leaf); };
  const Interval all = {start(first), start(last + 1)};
  const Blocks block = blocks_of<T>(rows.size(), columns.size(), all.size(), inner, line);
  const PackedBlock<T> packed(block, inner, most_that_wait(last - first + 1));
  Piece *const pieces = scratch<Piece, 0>(last - first + 1);
  bool areRowsPacked = false;
  for (int64_t j = columns.lo; j < columns.hi; j += block.columns) {
    const Interval js = {j, columns.hi - j < block.columns ? columns.hi : j + block.columns};
    bool areColumnsPacked = false;
    for (int64_t i = rows.lo; i < rows.hi; i += block.rows) {
      const Interval is = {i, rows.hi - i < block.rows ? rows.hi : i + block.rows};
      const bool isUsed = where(is, js);
      LeafPieces leaf_pieces(first, last);
      for (int64_t k = all.lo; k < all.hi; k += block.outer) {
        const Interval ks = {k, all.hi - k < block.outer ? all.hi : k + block.outer};
        const int count = leaf_pieces.of(ks, start, pieces);
        if (isUsed && !areRowsPacked) pack_rows<along>(is, ks, inner, left, packed.rows);
        if (isUsed && !areColumnsPacked) pack_columns(js, ks, inner, right, packed.columns);
        areRowsPacked |= isUsed && block.haveAllRows;
        areColumnsPacked |= isUsed && block.haveAllTerms;
        multiply_tiles<along, isNested>(is, js, ks.size(), inner, pieces, count, ks.hi == all.hi,
                                        packed, end, where);
      }
    }
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
