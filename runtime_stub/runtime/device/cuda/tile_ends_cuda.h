// SPDX-License-Identifier: Apache-2.0
// What becomes of the sums of a tile. They go through shared memory, some rows at a time: so a
// thread gets neighbours of a row, whichever it has computed, and there is one text of what becomes
// of them, which is not written out for each of a thread's sums. That may be long, and instructions
// that come out of no cache take longer than what they do.
#pragma once

#include "runtime/device/cuda/vec_cuda.h"
#include "runtime/interval.h"

#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// An end() in two parts: value(i, j, sum), which reads, and write(i, j, value). All that a thread
/// reads for its values is under way together, since no write stands between.
template <typename Value, typename Write>
struct Finish {
  Value value;
  Write write;
};
/// Likewise, but what is written are so many neighbours of a row at once: write(i, j, Vec).
template <int neighbours, typename Value, typename Write>
struct FinishVec {
  Value value;
  Write write;
};
template <int neighbours, typename Value, typename Write>
__device__ inline FinishVec<neighbours, Value, Write> finish_vec(const Value &value,
                                                                 const Write &write) {
  return {value, write};
}

/// What becomes of sums. Of an end(i, j, sum), that is it; of a Finish, value() and write() of
/// that; of a FinishVec, write() of so many neighbours of a row.
template <typename End>
struct Ending {
  static constexpr int neighbours = 1;
  const End &end;

  template <typename Index, typename T>
  __device__ auto value(Index i, Index j, T sum) const {
    if constexpr (requires { end.value; })
      return end.value(i, j, sum);
    else
      return sum;
  }
  template <typename Index, typename Value>
  __device__ void write(Index i, Index j, const Vec<Value, 1> &value) const {
    if constexpr (requires { end.write; })
      end.write(i, j, value[0]);
    else
      end(i, j, value[0]);
  }
};
template <int count, typename Value, typename Write>
struct Ending<FinishVec<count, Value, Write>> {
  static constexpr int neighbours = count;
  const FinishVec<count, Value, Write> &end;

  template <typename Index, typename T>
  __device__ auto value(Index i, Index j, T sum) const {
    return end.value(i, j, sum);
  }
  template <typename Index, typename Values>
  __device__ void write(Index i, Index j, const Values &values) const {
    end.write(i, j, values);
  }
};

/// How many of a thread's `own` rows go through shared memory at a time: as many as fit, each of so
/// many bytes, and a power of two of them.
constexpr int rows_at_once(int own, size_t room, size_t bytes) {
  int rows = 1;
  while (own % (2 * rows) == 0 && 2 * rows * bytes <= room)
    rows *= 2;
  return rows;
}

/// So many sums that are neighbours, the n-th of those that threads read. Of twice 16 bytes every
/// other four threads read the second half first: so eight of them meet in no bank.
template <int count, typename T>
__device__ inline Vec<T, count> load_sums(const T *from, int n) {
  if constexpr (count * sizeof(T) != 32) {
    return load_vec<count>(from);
  } else {
    constexpr int half = count / 2;
    const bool is_turned = n / 4 % 2 == 1;
    const Vec<T, half> first = load_vec<half>(from + (is_turned ? half : 0));
    const Vec<T, half> second = load_vec<half>(from + (is_turned ? 0 : half));
    Vec<T, count> sums;
#pragma unroll
    for (int k = 0; k < half; ++k) {
      sums[k] = is_turned ? second[k] : first[k];
      sums[half + k] = is_turned ? first[k] : second[k];
    }
    return sums;
  }
}

/// Ends so many lines of sums, by all `threads` of a block. Line k is row row_of(k) of the tile
/// that begins where `rows` and `columns` do. A thread has some sums at a time, which are
/// neighbours as far as they are written together, and reads for all of them before it writes.
template <int tile_columns, int lines, int threads, int width, typename T, typename Index,
          typename End, typename RowOf>
__device__ inline void end_lines(const T (*sums)[width], Range<Index> rows, Range<Index> columns,
                                 const Ending<End> &ending, const RowOf &row_of) {
  constexpr int each = Ending<End>::neighbours, pieces = each < 16 ? 16 / each : 1;
  constexpr int of_line = tile_columns / each, all = lines * of_line;
  static_assert(tile_columns % each == 0);
  using Value = decltype(ending.value(rows.lo, columns.lo, T()));
  for (int from = int(threadIdx.x); from < all; from += threads * pieces) {
    Vec<Value, each> values[pieces];
    const auto for_each_piece = [&](const auto &act) {
#pragma unroll
      for (int p = 0; p < pieces; ++p) {
        const int n = from + p * threads, line = n / of_line, at = n % of_line * each;
        const Index i = rows.lo + row_of(line), j = columns.lo + at;
        if (n < all && i < rows.hi && j < columns.hi) act(i, j, &sums[line][at], values[p]);
      }
    };
    for_each_piece([&](Index i, Index j, const T *from, auto &own) {
      const Vec<T, each> sum = load_sums<each>(from, int(threadIdx.x));
#pragma unroll
      for (int k = 0; k < each; ++k)
        own[k] = ending.value(i, j + k, sum[k]);
    });
    for_each_piece([&](Index i, Index j, const T *, auto &own) { ending.write(i, j, own); });
  }
}

/// Ends a tile's sums through the memory that its factors have been in. A thread has `own_rows` of
/// them, and all threads' rows of one number are `lines`: put(s, lines) writes a thread's row s to
/// its line, and line k of row s is row_of(s, k) of the tile.
template <int tile_columns, int lines, int own_rows, int threads, typename T, typename Memory,
          typename Index, typename End, typename Put, typename RowOf>
__device__ inline void end_tile(Memory &memory, Range<Index> rows, Range<Index> columns,
                                const End &end, const Put &put, const RowOf &row_of) {
  constexpr int padding = sizeof(T) < 4 ? 32 / int(sizeof(T)) : 8;
  using Line = T[tile_columns + padding]; // they begin in other banks, at multiples of 16 bytes
  constexpr int at_once = rows_at_once(own_rows, sizeof memory, sizeof(Line[lines]));
  static_assert(sizeof(Line[lines]) <= sizeof memory);
  auto *const sums = reinterpret_cast<Line *>(memory);
#pragma unroll 1
  for (int r = 0; r < own_rows; r += at_once) {
    __syncthreads();
#pragma unroll
    for (int s = 0; s < own_rows; ++s)
      if (s / at_once == r / at_once) put(s, sums + s % at_once * lines);
    __syncthreads();
    end_lines<tile_columns, lines * at_once, threads>(
        sums, rows, columns, Ending<End>{end},
        [&](int line) { return row_of(r + line / lines, line % lines); });
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
