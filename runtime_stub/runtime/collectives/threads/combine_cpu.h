// SPDX-License-Identifier: Apache-2.0
// How a thread combines what several devices hold: a block after the other, each small enough for
// the first cache. Members are taken eight at a time, or as many as make a whole tree; trees are
// combined as they come, once their neighbours to the left are there.
#pragma once

#include "runtime/box.h"
#include "runtime/collectives/combine.h"
#include "runtime/device/cpu/vector_functions_cpu.h"

#include <cstring>
#include <functional>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int64_t kBlock = 4096; // elements that are combined at once: they stay in the first cache

/// Calls act(block) for boxes of at most kBlock elements that make up `box`, of which those are cut
/// from dimension `dim` on.
template <typename Act>
void cut_in_blocks(Box &box, const Act &act, size_t dim = 0) {
  const int64_t all = elements(box);
  if (all == 0) return;
  if (all <= kBlock) return act(box);
  const Interval whole = box[dim];
  const int64_t step = std::max<int64_t>(1, whole.size() * kBlock / all);
  for (int64_t lo = whole.lo; lo < whole.hi; lo += step) {
    box[dim] = {lo, std::min(lo + step, whole.hi)};
    cut_in_blocks(box, act, dim + 1);
  }
  box[dim] = whole;
}

/// Booleans are bytes of one bit.
inline Combine of_bits(Combine how) {
  if (how == Combine::add || how == Combine::max) return Combine::bit_or;
  return how == Combine::mul || how == Combine::min ? Combine::bit_and : how;
}

/// Integers wrap around as unsigned ones.
template <typename T>
struct WrapsOf {
  using Type = T;
};
template <typename T>
requires std::is_integral_v<T>
struct WrapsOf<T> {
  using Type = std::make_unsigned_t<T>;
};
template <typename T>
using Wraps = typename WrapsOf<T>::Type;

/// The element, or elements, at `i` of N rows, added up: neighbours, then pairs of those.
template <int N, typename T, typename I>
auto added(const char *const (&rows)[8], I i, int from = 0) {
  if constexpr (N == 1)
    return load(reinterpret_cast<const T *>(rows[from]), i);
  else
    return added<N / 2, T>(rows, i, from) + added<N / 2, T>(rows, i, from + N / 2);
}
template <int N, typename T>
void add_rows(const char *const (&rows)[8], char *total, int64_t count) {
  T *const sums = reinterpret_cast<T *>(total);
  in_vectors<T>(0, count, [&](auto i) { store(sums, i, added<N, T>(rows, i)); });
}

/// total = rows[0] + ..., of which there are 2, 4 or 8.
template <typename T>
void add_rows(int rows_count, const char *const (&rows)[8], char *total, int64_t count) {
  if (rows_count == 8) return add_rows<8, T>(rows, total, count);
  if (rows_count == 4) return add_rows<4, T>(rows, total, count);
  add_rows<2, T>(rows, total, count);
}

/// total = function(rows[0], rows[1]), of elements one by one.
template <typename T, typename Function>
void combine_two(int, const char *const (&rows)[8], char *total, int64_t count) {
  const T *const left = reinterpret_cast<const T *>(rows[0]);
  const T *const right = reinterpret_cast<const T *>(rows[1]);
  T *const both = reinterpret_cast<T *>(total);
  if constexpr (isFloating<T>)
    in_vectors<T>(0, count,
                  [&](auto i) { store(both, i, Function()(load(left, i), load(right, i))); });
  else // no vectors are written for what is rare: each takes a bundle's compiler its time
    for (int64_t i = 0; i < count; ++i)
      both[i] = static_cast<T>(Function()(left[i], right[i]));
}
struct Times {
  auto operator()(auto x, auto y) const {
    if constexpr (std::is_integral_v<decltype(x)>)
      return 1u * x * y; // narrow ones as unsigned: as int it might overflow
    else
      return x * y;
  }
};
struct Larger {
  auto operator()(auto x, auto y) const { return max(x, y); }
};
struct Smaller {
  auto operator()(auto x, auto y) const { return min(x, y); }
};

/// Sums of complex numbers are those of their parts.
template <typename F>
void add_parts(int rows_count, const char *const (&rows)[8], char *total, int64_t count) {
  add_rows<F>(rows_count, rows, total, 2 * count);
}

/// Combines some rows of `count` elements into one, which may be the first of them.
using CombineRows = void (*)(int rows_count, const char *const (&rows)[8], char *total,
                             int64_t count);
struct Combining {
  CombineRows rows;
  int most; // rows at once
};
template <typename F>
Combining combining_parts(Combine how, Complex<F>) {
  if (how == Combine::mul) return {combine_two<Complex<F>, Times>, 2};
  return {add_parts<F>, 8};
}
template <typename T>
Combining combining(Combine how) {
  using Bits = Wraps<T>; // what types have in common is made once
  if (how == Combine::max) return {combine_two<T, Larger>, 2};
  if (how == Combine::min) return {combine_two<T, Smaller>, 2};
  if (how == Combine::mul) return {combine_two<Bits, Times>, 2};
  if constexpr (std::is_integral_v<T> || isSmallInteger<T>) { // there are no others of floats
    if (how == Combine::bit_and) return {combine_two<Bits, std::bit_and<>>, 2};
    if (how == Combine::bit_or) return {combine_two<Bits, std::bit_or<>>, 2};
    if (how == Combine::bit_xor) return {combine_two<Bits, std::bit_xor<>>, 2};
  }
  if constexpr (sizeof(T) < 4)
    return {combine_two<Bits, std::plus<>>, 2};
  else
    return {add_rows<Bits>, 8};
}
inline Combining combining(Combine how, Type type, bool as_bits) {
  return with_combined_type(type, as_bits, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (isComplex<T>)
      return combining_parts(how, zero);
    else if constexpr (std::is_same_v<T, bool>)
      return combining<uint8_t>(of_bits(how));
    else
      return combining<T>(how);
  });
}

/// Boxes in the memory of members, combined by one thread.
class Combiner {
public:
  /// A box's window in some memory.
  struct Held {
    const char *at;
    const Box &window;
  };

  /// Calls act(block) for the blocks of a box. One box after the other.
  template <typename Act>
  void for_each_block(const Box &box, const Act &act) {
    cut = box;
    cut_in_blocks(cut, act);
  }

  /// The block of what members hold, combined: row-major, until the next call.
  const char *combined(Combine how, Type type, bool as_bits, const Box &block,
                       const std::vector<Held> &held) {
    const auto [combine, most] = combining(how, type, as_bits);
    const int members = static_cast<int>(held.size());
    const int64_t count = elements(block);
    const size_t size = bytes(type);
    int open = 0; // trees that wait for a neighbour
    const auto combine_last = [&, combine = combine] {
      const char *const rows[8] = {level(open - 2), level(open - 1)};
      combine(2, rows, level(--open - 1), count);
    };
    for (int first = 0, taken = 0; first < members; first += taken) {
      for (taken = most; taken > members - first;)
        taken /= 2;
      const char *rows[8] = {};
      for (int k = 0; k < taken; ++k)
        rows[k] = piece(held[first + k], block, size, k);
      char *const tree = level(open++);
      if (taken == 1)
        std::memcpy(tree, rows[0], count * size);
      else
        combine(taken, rows, tree, count);
      for (int place = first / taken; taken == most && (place & 1) != 0; place >>= 1)
        combine_last();
    }
    while (open > 1)
      combine_last();
    return levels.front().data();
  }

  /// Members first, first + 1, ..., first + span - 1, which are combined already: a subtree.
  struct Tree {
    int first, span;
    Held held;
  };
  /// The same from subtrees, ascending, which together have all members.
  const char *combined(Combine how, Type type, bool as_bits, const Box &block,
                       const std::vector<Tree> &trees) {
    const Combining combining_rows = combining(how, type, as_bits);
    const int64_t count = elements(block);
    waiting.clear();
    const auto combine_last = [&] {
      const char *const rows[8] = {waiting[waiting.size() - 2], waiting.back()};
      waiting.pop_back();
      char *const both = level(waiting.size() - 1);
      combining_rows.rows(2, rows, both, count);
      waiting.back() = both;
    };
    for (const Tree &tree : trees) {
      waiting.push_back(piece(tree.held, block, bytes(type), waiting.size()));
      for (int place = tree.first / tree.span; (place & 1) != 0; place >>= 1)
        combine_last();
    }
    while (waiting.size() > 1)
      combine_last();
    return waiting.front();
  }

private:
  /// The block in a member's memory, or in a copy of it in one piece.
  const char *piece(const Held &held, const Box &block, size_t size, size_t copy) {
    if (is_one_piece(block, held.window)) return held.at + start_of(block, held.window) * size;
    if (copies.size() <= copy) copies.resize(copy + 1);
    copies[copy].resize(kBlock * size);
    copy_box(copies[copy].data(), block, held.at, held.window, block, size);
    return copies[copy].data();
  }

  char *level(size_t number) {
    while (levels.size() <= number)
      levels.emplace_back(kBlock * sizeof(c128));
    return levels[number].data();
  }

  Box cut;                               // in blocks
  std::vector<std::vector<char>> levels; // of the tree of sums: a block each
  std::vector<std::vector<char>> copies; // of members' blocks
  std::vector<const char *> waiting;     // subtrees, for a neighbour
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
