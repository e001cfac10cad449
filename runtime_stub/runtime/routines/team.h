// SPDX-License-Identifier: Apache-2.0
// Those who work on one matrix together: the threads of a block on GPUs (cuda/kernel_cuda.h), on
// CPUs a thread alone. A team has `rank()`, `size()`, memory for kTeamBytes that all of it see,
// `shared()`, and `wait()`, after which all see what each has written. Who does what changes no
// bit: an element is changed by the same numbers in the same order, and a sum has the lanes that it
// has anyway.
#pragma once

#include "runtime/routines/batch.h"

#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kTeamBytes = 1024;

struct Alone {
  SHARDC_HD static int rank() { return 0; }
  SHARDC_HD static int size() { return 1; }
  SHARDC_HD static void wait() {}
};
template <typename Team>
concept LoneThread = std::is_base_of_v<Alone, Team>;

/// Whether several threads may do a routine together.
template <typename Routine>
concept ForTeams = requires(const Member &member) {
  Routine::run(member, Alone());
};

/// Calls `each` for rows and columns; those of a side of `kSide` one after the other, as what is
/// copied may have neighbours in a row or in a column.
template <LoneThread Team, typename Each>
SHARDC_HD void for_elements(const Team &, int64_t rows, int64_t columns, const Each &each) {
  constexpr int64_t kSide = 16;
  for (int64_t j = 0; j < columns; j += kSide)
    for (int64_t i = 0; i < rows; i += kSide)
      for (int64_t y = j; y < j + kSide && y < columns; ++y)
        for (int64_t x = i; x < i + kSide && x < rows; ++x)
          each(x, y);
}
template <typename Team, typename Each>
SHARDC_HD void for_elements(const Team &team, int64_t rows, int64_t columns, const Each &each) {
  for (int64_t k = team.rank(); k < rows * columns; k += team.size())
    each(k % rows, k / rows);
}

/// Copies an operand.
template <typename Team, typename T>
SHARDC_HD void get(const Team &team, const Member &member, int k, const Columns<T> &to) {
  const auto from = member.operand<T>(k);
  for_elements(team, to.rows, to.columns, [&](int64_t i, int64_t j) { to(i, j) = from(i, j); });
}
/// Puts a function of row and column, where it is wanted.
template <typename T, typename Team, typename Element>
SHARDC_HD void put_elements(const Team &team, const Member &member, int k, const Element &element) {
  const auto to = member.result<T>(k);
  if (!to.data) return;
  for_elements(team, to.rows, to.columns, [&](int64_t i, int64_t j) { to(i, j) = element(i, j); });
}

/// x *= factor
template <LoneThread Team, typename T>
SHARDC_HD void scale(const Team &, T *x, T factor, int64_t n) {
  scale(x, factor, n);
}
template <typename Team, typename T>
SHARDC_HD void scale(const Team &team, T *x, T factor, int64_t n) {
  for (int64_t i = team.rank(); i < n; i += team.size())
    x[i] = x[i] * factor;
}

/// y += factor * x
template <LoneThread Team, typename T>
SHARDC_HD void add_scaled(const Team &, T *y, T factor, const T *x, int64_t n) {
  add_scaled(y, factor, x, n);
}
template <typename Team, typename T>
SHARDC_HD void add_scaled(const Team &team, T *y, T factor, const T *x, int64_t n) {
  for (int64_t i = team.rank(); i < n; i += team.size())
    y[i] += factor * x[i];
}

/// The largest part of all numbers; NaN where there is one.
template <LoneThread Team, typename T>
SHARDC_HD PartOf<T> largest_part(const Team &, const T *x, int64_t n) {
  return largest_part(x, n);
}
template <typename Team, typename T>
SHARDC_HD PartOf<T> largest_part(const Team &team, const T *x, int64_t n) {
  auto *lanes = static_cast<PartOf<T> *>(team.shared());
  for (int lane = team.rank(); lane < kSumLanes; lane += team.size()) {
    PartOf<T> largest = 0;
    for (int64_t i = lane; i < n; i += kSumLanes) {
      const PartOf<T> size = largest_part(x[i]);
      if (!(size <= largest) && largest == largest) largest = size;
    }
    lanes[lane] = largest;
  }
  team.wait();
  PartOf<T> largest = 0;
  for (int lane = 0; lane < kSumLanes; ++lane)
    if (!(lanes[lane] <= largest) && largest == largest) largest = lanes[lane];
  team.wait();
  return largest;
}

/// One lane of the sum of conjugate(x[i]) * y[i].
template <typename T>
SHARDC_HD T lane_of_dot(const T *x, const T *y, int64_t n, int lane) {
  T sum = T(0);
  for (int64_t i = lane; i < n; i += kSumLanes)
    sum += conjugate(x[i]) * y[i];
  return sum;
}

/// The sum of conjugate(x[i]) * y[i].
template <LoneThread Team, typename T>
SHARDC_HD T dot(const Team &, const T *x, const T *y, int64_t n) {
  return dot(x, y, n);
}
template <typename Team, typename T>
SHARDC_HD T dot(const Team &team, const T *x, const T *y, int64_t n) {
  auto *lanes = static_cast<T *>(team.shared());
  for (int lane = team.rank(); lane < kSumLanes; lane += team.size())
    lanes[lane] = lane_of_dot(x, y, n, lane);
  team.wait();
  T own[kSumLanes];
  memcpy(own, lanes, sizeof own);
  team.wait();
  return sum_of_lanes(own);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
