// SPDX-License-Identifier: Apache-2.0
// How a thread combines what several devices hold: a block after the other, each small enough for
// the first cache. Members are taken eight at a time, or as many as make a whole tree; trees are
// combined as they come, once their neighbours to the left are there.
#pragma once

#include "runtime/box.h"
#include "runtime/collectives/combine.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int64_t kBlock = 4096; // elements that are combined at once: they stay in the first cache

/// Calls act(block) for boxes of at most kBlock elements that make up `box`.
template <typename Act>
void for_each_block(const Box &box, const Act &act, size_t dim = 0) {
  const int64_t all = elements(box);
  if (all == 0) return;
  if (all <= kBlock) return act(box);
  const int64_t step = std::max<int64_t>(1, box[dim].size() * kBlock / all);
  Box block = box;
  for (int64_t lo = box[dim].lo; lo < box[dim].hi; lo += step) {
    block[dim] = {lo, std::min(lo + step, box[dim].hi)};
    for_each_block(block, act, dim + 1);
  }
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

/// Element `i` of N rows, added up: neighbours, then pairs of those.
template <int N, typename T>
T added(const T *const (&rows)[8], int64_t i, int from = 0) {
  if constexpr (N == 1)
    return rows[from][i];
  else
    return combine(Combine::add, added<N / 2>(rows, i, from), added<N / 2>(rows, i, from + N / 2));
}

template <int N, typename T>
void add_rows(const T *const (&given)[8], T *__restrict__ total, int64_t count) {
  const T *rows[8];
  std::copy(given, given + N, rows);
  for (int64_t i = 0; i < count; ++i)
    total[i] = added<N>(rows, i);
}

/// total = rows[0] + ..., of which there are 1, 2, 4 or 8.
template <typename T>
void add_rows(int rows_count, const T *const (&rows)[8], T *total, int64_t count) {
  if (rows_count == 8) return add_rows<8>(rows, total, count);
  if (rows_count == 4) return add_rows<4>(rows, total, count);
  if (rows_count == 2) return add_rows<2>(rows, total, count);
  std::copy_n(rows[0], count, total);
}

/// Boxes in the memory of members, combined by one thread.
class Combiner {
public:
  /// A box's window in some memory.
  struct Held {
    const char *at;
    const Box &window;
  };

  /// The block of what members hold, combined: row-major, until the next call.
  const char *combined(Combine how, Type type, bool as_bits, const Box &block,
                       const std::vector<Held> &held) {
    const int members = static_cast<int>(held.size());
    with_combined_type(type, as_bits, [&](auto zero) {
      using T = decltype(zero);
      const int64_t count = elements(block);
      const int most = how == Combine::add ? 8 : 1;
      int open = 0; // trees that wait for a neighbour
      const auto combine_last = [&] {
        const T *const right = level<T>(--open);
        T *const left = level<T>(open - 1);
        for (int64_t i = 0; i < count; ++i)
          left[i] = combine(how, left[i], right[i]);
      };
      for (int first = 0, taken = 0; first < members; first += taken) {
        for (taken = most; taken > members - first;)
          taken /= 2;
        const T *rows[8] = {};
        for (int k = 0; k < taken; ++k)
          rows[k] = reinterpret_cast<const T *>(piece(held[first + k], block, sizeof(T), k));
        add_rows(taken, rows, level<T>(open++), count);
        for (int place = first / taken; taken == most && (place & 1) != 0; place >>= 1)
          combine_last();
      }
      while (open > 1)
        combine_last();
    });
    return levels.front().data();
  }

private:
  /// The block in a member's memory, or in a copy of it in one piece.
  const char *piece(const Held &held, const Box &block, size_t size, size_t copy) {
    if (is_one_piece(block, held.window)) return held.at + start_of(block, held.window) * size;
    if (copies.size() <= copy) copies.resize(copy + 1);
    copies[copy].resize(kBlock * sizeof(int64_t));
    copy_box(copies[copy].data(), block, held.at, held.window, block, size);
    return copies[copy].data();
  }

  template <typename T>
  T *level(size_t number) {
    if (levels.size() <= number) levels.emplace_back(kBlock * sizeof(int64_t));
    return reinterpret_cast<T *>(levels[number].data());
  }

  std::vector<std::vector<char>> levels; // of the tree of sums: a block each
  std::vector<std::vector<char>> copies; // of members' blocks
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
