// SPDX-License-Identifier: Apache-2.0
// Rows and columns that are read once on GPUs: a thread has its elements in registers until it is
// known what becomes of them. Each part of a team has one leaf of their sums (sum_order.h).
#pragma once

#include "runtime/device/cuda/teams_cuda.h"
#include "runtime/device/cuda/vec_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of `count` elements, which thread has which: leaves have `shortest` or `longest`.
template <typename Team, int count>
struct Leaf : Team {
  static constexpr int shortest = count / Team::parts;
  static constexpr int longest = (count + Team::parts - 1) / Team::parts;

  static __device__ int begin() { return int(leaf_start(Team::parts, count, Team::part())); }
  static __device__ int end() { return int(leaf_start(Team::parts, count, Team::part() + 1)); }
};

/// Rows, of which `neighbours` elements of a thread, 4 or 1, lie side by side. A thread has four
/// lanes of its leaf: neighbours, which are accesses of 16 bytes, or, where rows do not lie so in
/// memory, those of every 32nd term. The sum of either is the same tree over lanes. Elements are
/// counted by their places.
template <int count, int warps, int neighbours>
struct RowShape : Leaf<RowTeam<warps>, count> {
  using Own = Leaf<RowTeam<warps>, count>;
  static constexpr int own_neighbours = neighbours, lanes = 4, span = lanes * kWarp;
  static constexpr int places = (Own::longest + span - 1) / span * lanes;

  /// Where in the row the element at a place is, if there is one.
  static __device__ int index_of(int place) {
    const int thread = int(threadIdx.x) % kWarp, lane = place % lanes;
    const int in_span = neighbours == 1 ? lane * kWarp + thread : thread * lanes + lane;
    return Own::begin() + place / lanes * span + in_span;
  }
  static __device__ bool has(int place, int index) {
    const bool always = (place / lanes + 1) * span <= Own::shortest;
    return always || index < Own::end();
  }
  template <typename T>
  static __device__ T sum_of_lanes(T (&own)[lanes]) {
    if constexpr (neighbours == 1) {
#pragma unroll
      for (T &lane : own)
        lane = over_threads<kWarp>(lane, Sum());
    }
    T leaf = T((own[0] + own[1]) + (own[2] + own[3]));
    if constexpr (neighbours != 1) leaf = over_threads<kWarp>(leaf, Sum());
    return leaf;
  }
};

/// Columns, `columns` in a block, of each of which `slots` threads have a leaf.
template <int count, int columns, int slots>
struct ColumnShape : Leaf<ColumnTeam<columns, slots>, count> {
  using Own = Leaf<ColumnTeam<columns, slots>, count>;
  static constexpr int own_neighbours = 1, lanes = 1, places = Own::longest;

  static __device__ int index_of(int place) { return Own::begin() + place; }
  static __device__ bool has(int place, int index) {
    return place < Own::shortest || index < Own::end();
  }
  template <typename T>
  static __device__ T sum_of_lanes(T (&own)[1]) {
    return own[0];
  }
};

/// A thread's elements of a row or column; where there are none: 0.
template <typename Shape, typename T>
struct TeamPart {
  Vec<T, Shape::lanes> at[Shape::places / Shape::lanes];

  __device__ T &operator[](int place) { return at[place / Shape::lanes][place % Shape::lanes]; }
  __device__ const T &operator[](int place) const {
    return at[place / Shape::lanes][place % Shape::lanes];
  }
};

/// visit(index, place) for each element that a thread has; of those of every `by` places.
template <typename Shape, int by = 1, typename Visit>
__device__ inline void for_each_of_part(const Visit &visit) {
#pragma unroll
  for (int place = 0; place < Shape::places; place += by) {
    const int index = Shape::index_of(place);
    if (Shape::has(place, index)) visit(index, place);
  }
}

/// The part of value(index, place).
template <typename Shape, typename T, typename Value>
__device__ inline TeamPart<Shape, T> part_of(const Value &value) {
  TeamPart<Shape, T> part = {};
  for_each_of_part<Shape>([&](int index, int place) { part[place] = value(index, place); });
  return part;
}

/// Of a row of memory, of whose elements four neighbours lie at a multiple of 16 bytes.
template <typename Shape, typename T>
__device__ inline TeamPart<Shape, T> load_part(const T *from) {
  static_assert(Shape::own_neighbours == Shape::lanes);
  TeamPart<Shape, T> part = {};
  for_each_of_part<Shape, Shape::lanes>(
      [&](int index, int place) { part.at[place / Shape::lanes] = load_vec<4>(from + index); });
  return part;
}

template <typename Shape, typename T>
__device__ inline void store_part(T *to, const TeamPart<Shape, T> &part) {
  for_each_of_part<Shape, Shape::own_neighbours>([&](int index, int place) {
    if constexpr (Shape::own_neighbours == 1)
      to[index] = part[place];
    else
      store_vec(to + index, part.at[place / Shape::lanes]);
  });
}

/// What `combine`, whose order is free, makes of all parts; `start` adds nothing.
template <typename Shape, typename T, typename Combine>
__device__ inline T over_parts(const TeamPart<Shape, T> &part, std::type_identity_t<T> start,
                               const Combine &combine) {
  for_each_of_part<Shape>([&](int, int place) { start = combine(start, part[place]); });
  return Shape::over(start, combine);
}

/// The sum of all parts, each of which is a leaf of it.
template <typename Shape, typename T>
__device__ inline T sum_of_parts(const TeamPart<Shape, T> &part) {
  T lanes[Shape::lanes] = {};
  for_each_of_part<Shape>([&](int, int place) {
    T &lane = lanes[place % Shape::lanes];
    lane = lane + part[place];
  });
  return Shape::over_parts(Shape::sum_of_lanes(lanes), Sum());
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
