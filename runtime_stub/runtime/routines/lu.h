// SPDX-License-Identifier: Apache-2.0
// P A = L U with the largest of a column as its pivot. LAPACK's getrf. Of a panel of columns U is
// solved for, what that makes of the rows below is subtracted, and these are factorised then.
#pragma once

#include "runtime/routines/panels.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of a matrix [m, n]: L and U in one [m, n], the rows that were exchanged, counted from 1,
/// [min(m, n)], and the first pivot that is 0, counted from 1, or 0.
template <typename T>
struct Lu {
  using Real = PartOf<T>;

  struct Space {
    Columns<T> a;
    int32_t *pivots;
    PanelRows<T> solved;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      const int64_t least = m < n ? m : n;
      const int64_t stride = padded<T>(m);
      a = {scratch.take<T>(stride * n), m, n, stride};
      pivots = scratch.take<int32_t>(least);
      solved = {scratch.take<T>(least * kPanel)};
    }
  };

  template <typename Team>
  SHARDC_HD static void run(const Member &member, const Team &team) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get(team, member, 0, space.a);
    team.wait();
    const int64_t failed = factorise(team, space);
    team.wait();
    put_elements<T>(team, member, 0, [&](int64_t i, int64_t j) { return space.a(i, j); });
    if (team.rank() != 0) return;
    member.put<int32_t>(1, space.pivots);
    member.put<int32_t>(2, int32_t(failed));
  }

private:
  /// As LAPACK measures complex numbers.
  SHARDC_HD static Real size_of(T x) { return std::fabs(real_of(x)) + std::fabs(imaginary_of(x)); }

  template <typename Team>
  SHARDC_HD static int64_t factorise(const Team &team, const Space &space) {
    const Columns<T> &a = space.a;
    const int64_t m = a.rows, n = a.columns;
    int64_t failed = 0;
    for (int64_t first = 0; first < n; first += kPanel) {
      const int width = width_of_panel(first, n);
      const int64_t done = first < m ? first : m;
      for (int64_t row = 0; row < done; row += kSolvedRows)
        solve_panel(team, a.data, a.stride, row, done, /*unit=*/true, a.column(first), width,
                    space.solved);
      subtract_product(team, a.column(first) + done, a.stride, m - done, width, a.data + done,
                       space.solved, done);
      team.wait();
      const int64_t end = first + width < m ? first + width : m;
      for (int64_t k = first; k < end; ++k)
        if (!eliminate(team, space, k, first, first + width) && failed == 0) failed = k + 1;
      team.wait();
      for (int64_t j = team.rank(); j < n; j += team.size())
        for (int64_t k = first; k < end && (j < first || j >= first + width); ++k)
          exchange(a(k, j), a(space.pivots[k] - 1, j));
      team.wait();
    }
    return failed;
  }

  /// Column k, from those of its panel, whose rows are exchanged; false: it is 0 from the diagonal
  /// on.
  template <typename Team>
  SHARDC_HD static bool eliminate(const Team &team, const Space &space, int64_t k, int64_t first,
                                  int64_t end) {
    const Columns<T> &a = space.a;
    const int64_t m = a.rows, pivot = k + largest_of(team, &a(k, k), m - k);
    if (team.rank() == 0) space.pivots[k] = int32_t(pivot + 1);
    if (a(pivot, k) == T(0)) return false;
    team.wait(); // all have read it
    for (int64_t j = first + team.rank(); j < end && pivot != k; j += team.size())
      exchange(a(k, j), a(pivot, j));
    team.wait();
    const int64_t count = m - k - 1;
    if (count == 0) return true;
    T *below = &a(k, k) + 1;
    for (int64_t i = team.rank(); i < count; i += team.size())
      below[i] = ratio(below[i], a(k, k));
    team.wait();
    for (int64_t j = k + 1; j < end; ++j)
      add_scaled(team, &a(k, j) + 1, -a(k, j), below, count);
    team.wait();
    return true;
  }

  /// The place of the first of the largest; 0 where the first is NaN.
  template <typename Team>
  SHARDC_HD static int64_t largest_of(const Team &team, const T *x, int64_t n) {
    constexpr int kLanes = kTeamBytes / int(sizeof(int64_t));
    auto *places = static_cast<int64_t *>(team.shared());
    for (int lane = team.rank(); lane < kLanes && lane < n; lane += team.size())
      places[lane] = largest_of(x, lane, n, kLanes);
    team.wait();
    int64_t largest = places[0];
    for (int lane = 1; lane < kLanes && lane < n; ++lane) {
      const int64_t place = places[lane];
      const Real size = size_of(x[place]), most = size_of(x[largest]);
      if (size > most || (size == most && place < largest)) largest = place;
    }
    team.wait();
    return largest;
  }
  template <LoneThread Team>
  SHARDC_HD static int64_t largest_of(const Team &, const T *x, int64_t n) {
    return largest_of(x, 0, n, 1);
  }
  /// Of each `step`th; NaN is passed over, but as the very first.
  SHARDC_HD static int64_t largest_of(const T *x, int64_t first, int64_t n, int64_t step) {
    int64_t largest = first;
    Real most = size_of(x[first]);
    if (first > 0 && most != most) most = -1;
    for (int64_t i = first + step; i < n; i += step) {
      const Real size = size_of(x[i]);
      if (size > most) largest = i, most = size;
    }
    return largest;
  }
};

/// For each matrix of a batch.
const char *lu(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
