// SPDX-License-Identifier: Apache-2.0
// What products on CPUs copy ("pack") before they use it: rows and columns in the order in which
// tiles take their terms. Terms are those of an outer loop times those of the loops inside of it,
// `inner` of them for each index of the outer one.
#pragma once

#include "runtime/device/cpu/vector_functions_cpu.h"
#include "runtime/device/product.h"

#include <cstdlib>
#include <new>
#include <utility>

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

/// No tile has more rows or columns, of any type and for any set of instructions.
constexpr int64_t kMostTileRows = 14, kMostTileColumns = 32;

/// Outer indices that are packed side by side: a cache line, where memory has them so.
template <typename T, Along along>
constexpr int64_t kLine = along == Along::terms ? 64 / sizeof(T) : 1;

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

/// to[t] = from(k + t), `most` of them or fewer.
template <int64_t most, typename T, typename From>
inline void copy_line(const From &from, int64_t k, int64_t count, T *to) {
  const auto copy = [&](auto t) { store(to, t, from(k + t)); };
  if constexpr (!requires { from(Indices<T, kWidth<T>>{}); }) {
    for (int64_t t = 0; t < count; ++t)
      copy(t);
  } else if (count == most) {
    in_vectors<T, most>(0, copy);
  } else {
    in_vectors<T>(0, count, copy);
  }
}

/// to[t] = from(i, k + t), likewise.
template <int64_t most, typename T, typename From>
inline void copy_columns(const From &from, int64_t i, int64_t k, int64_t count, T *to) {
  const auto of_column = [&](auto t) -> decltype(from(i, t)) { return from(i, t); };
  copy_line<most>(of_column, k, count, to);
}

/// Whether a factor is a function of the term that gives one of the row, as where a term has to be
/// taken apart first: then it is once for all rows of a tile.
template <typename Left>
constexpr bool takesTermFirst = requires(const Left &left) {
  left(int64_t())(int64_t());
};

/// Whether a factor is a function of an inner index and of a row or column that gives one of the
/// outer index, where that has neighbours in memory: then places are found once for a line of
/// these.
template <typename Factor>
constexpr bool takesOuterLast = requires(const Factor &factor) {
  factor(int64_t(), int64_t())(int64_t());
};

/// A factor whose rows come in runs of neighbours in memory: `of` is a function of the term that
/// gives one of the run, which gives one of the index in it, where places have been found.
template <int64_t run, typename Of>
struct InRuns {
  static constexpr int64_t length = run;
  Of of;

  auto operator()(int64_t term) const {
    return [of_run = of(term)](int64_t row) { return of_run(row / length)(row % length); };
  }
};
template <int64_t run, typename Of>
inline InRuns<run, Of> in_runs(const Of &of) {
  return {of};
}
template <typename Left>
constexpr bool takesRuns = requires {
  Left::length;
};

/// The factor of a row and a term; of any, for its type.
template <typename Left>
inline auto factor(const Left &left, int64_t i, int64_t k) {
  if constexpr (takesTermFirst<Left>)
    return left(k)(i);
  else if constexpr (takesOuterLast<Left>)
    return left(k, i)(k);
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

/// to[r] = left(k)(i + r), run by run.
template <typename T, typename Left>
inline void copy_runs(const Left &left, int64_t i, int64_t rows, int64_t k, T *to) {
  constexpr int64_t length = Left::length;
  const auto of_run = left.of(k);
  for (int64_t r = 0, some; r < rows; r += some) {
    const int64_t at = (i + r) % length, rest = length - at;
    some = rows - r < rest ? rows - r : rest;
    const auto of_index = of_run((i + r) / length);
    copy_line<TileOf<T>::rows>(of_index, at, some, to + r);
  }
}

/// Rows in tiles: for each, lines of outer indices one below the other, and of each line all inner
/// indices. Rows behind the last are zero.
template <Along along, typename T, typename Left>
inline void pack_rows(Interval rows, Interval outer, int64_t inner, const Left &left,
                      T *__restrict__ to) {
  constexpr int64_t tile = TileOf<T>::rows, line = kLine<T, along>;
  for (int64_t i = rows.lo; i < rows.hi; i += tile) {
    const int64_t own = rows.hi - i < tile ? rows.hi - i : tile;
    for (int64_t k = outer.lo; k < outer.hi; k += line) {
      const int64_t some = outer.hi - k < line ? outer.hi - k : line;
      for (int64_t p = 0; p < inner; ++p, to += tile * line) {
        for (int64_t t = own * line; t < tile * line; ++t)
          to[t] = 0;
        if constexpr (takesOuterLast<Left>)
          for (int64_t r = 0; r < own; ++r)
            copy_line<line>(left(p, i + r), k, some, to + r * line);
        else if constexpr (takesRuns<Left>)
          copy_runs(left, i, own, k, to);
        else if constexpr (takesTermFirst<Left>)
          copy_by_terms<line>(left, i, own, k, some, to);
        else if constexpr (line == 1 && takesRows<T, Left>)
          in_vectors<T>(0, own, [&](auto r) { store(to, r, left(i + r, k)); });
        else
          for (int64_t r = 0; r < own; ++r)
            copy_columns<line>(left, i + r, k, some, to + r * line);
      }
    }
  }
}

#if __has_builtin(__builtin_shufflevector)
/// Of vectors whose numbers differ in this bit, those elements change places whose places do.
template <int bit, typename V, int... places>
SHARDC_INLINE void turn_pairs(V *vectors, std::integer_sequence<int, places...>) {
  constexpr int width = sizeof...(places);
#pragma GCC unroll 16
  for (int i = 0; i < width; ++i)
    if ((i & bit) == 0) {
      const V low = vectors[i], high = vectors[i | bit];
      vectors[i] =
          __builtin_shufflevector(low, high, (places & bit ? width + places - bit : places)...);
      vectors[i | bit] =
          __builtin_shufflevector(low, high, (places & bit ? width + places : places + bit)...);
    }
}

/// A square of as many vectors as one has elements: element t of vector c becomes element c of t.
template <int width, int bit = 1, typename V>
SHARDC_INLINE void turn(V *vectors) {
  if constexpr (bit < width) {
    turn_pairs<bit>(vectors, std::make_integer_sequence<int, width>());
    turn<width, 2 * bit>(vectors);
  }
}
#else
template <int width, typename V>
SHARDC_INLINE void turn(V *vectors) {
  for (int c = 0; c < width; ++c)
    for (int t = 0; t < c; ++t) {
      const auto kept = vectors[c][t];
      vectors[c][t] = vectors[t][c];
      vectors[t][c] = kept;
    }
}
#endif

/// to[t * apart + c] = of_column(c)(k + t), for elements that lie side by side along t.
template <typename T, typename OfColumn>
inline void copy_turned(const OfColumn &of_column, int64_t columns, int64_t k, int64_t terms,
                        int64_t apart, T *to) {
  constexpr int width = kWidth<T>;
  using Places = Indices<T, width>;
  if constexpr (width > 1 && requires { of_column(int64_t())(Places()); })
    if (columns == width && terms == width) {
      Register<T> square[width];
#pragma GCC unroll 16
      for (int c = 0; c < width; ++c)
        square[c] = of_column(c)(Places{k});
      turn<width>(square);
#pragma GCC unroll 16
      for (int t = 0; t < width; ++t)
        store(to + t * apart, Places{0}, square[t]);
      return;
    }
  for (int64_t c = 0; c < columns; ++c) {
    const auto of_term = of_column(c);
    for (int64_t t = 0; t < terms; ++t)
      to[t * apart + c] = of_term(k + t);
  }
}

/// The terms of a panel from columns whose terms are neighbours: a square at a time.
template <typename T, typename Right>
inline void pack_turned(int64_t j, int64_t columns, Interval outer, int64_t inner,
                        const Right &right, T *__restrict__ to) {
  constexpr int64_t tile = TileOf<T>::columns, width = kWidth<T>;
  const auto least = [](int64_t a) { return a < width ? a : width; };
  for (int64_t k = outer.lo; k < outer.hi; k += width)
    for (int64_t p = 0; p < inner; ++p)
      for (int64_t c = 0; c < columns; c += width) {
        const auto of_column = [&](int64_t own) {
          if constexpr (takesOuterLast<Right>)
            return right(p, j + c + own);
          else
            return [&, own](auto term) { return right(term, j + c + own); };
        };
        T *const here = to + ((k - outer.lo) * inner + p) * tile + c;
        copy_turned(of_column, least(columns - c), k, least(outer.hi - k), inner * tile, here);
      }
}

/// Columns in panels as wide as a tile, a term below the other. Columns behind the last are zero.
template <typename T, typename Right>
inline void pack_columns(Interval columns, Interval outer, int64_t inner, const Right &right,
                         T *__restrict__ to) {
  constexpr int64_t tile = TileOf<T>::columns;
  constexpr int64_t together = 64; // columns that are read from a term before the next one
  const auto least = [](int64_t a, int64_t b) { return a < b ? a : b; };
  const int64_t terms = outer.size() * inner;
  for (int64_t from = columns.lo; from < columns.hi; from += together) {
    const int64_t end = least(columns.hi, from + together);
    T *const panels = to + (from - columns.lo) * terms;
    for (int64_t k = 0; k < terms; ++k)
      for (int64_t j = from; j < end; j += tile) {
        T *const here = panels + (j - from) * terms + k * tile;
        const int64_t some = least(end - j, tile);
        if constexpr (!takesOuterLast<Right> && !takesRows<T, Right>)
          copy_columns<tile>(right, outer.lo * inner + k, j, some, here);
        for (int64_t c = some; c < tile; ++c)
          here[c] = 0;
      }
    if constexpr (takesOuterLast<Right> || takesRows<T, Right>)
      for (int64_t j = from; j < end; j += tile)
        pack_turned(j, least(end - j, tile), outer, inner, right, panels + (j - from) * terms);
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
