// SPDX-License-Identifier: Apache-2.0
// Some columns of a matrix at a time, a panel, of which everything that is known is subtracted at
// once: as a product, whose terms are added one by one in their order, each rounded. So the bits
// are those of one column after the other.
#pragma once

#include "runtime/routines/team.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kPanel = 16;

/// How many columns there are from `first` on, of a panel.
SHARDC_HD inline int width_of_panel(int64_t first, int64_t columns) {
  return int(columns - first < kPanel ? columns - first : kPanel);
}

/// A factor of such products: row by row, kPanel numbers each; what is left over is 0.
template <typename T>
struct PanelRows {
  T *data;

  SHARDC_HD T &operator()(int64_t row, int64_t column) const { return data[row * kPanel + column]; }
};

/// c -= a * b for `width` columns and `depth` terms. Columns of c and a are `stride` apart.
template <typename Team, typename T>
SHARDC_HD void subtract_product(const Team &team, T *c, int64_t stride, int64_t rows, int width,
                                const T *a, PanelRows<T> b, int64_t depth) {
  constexpr int kAtOnce = sizeof(T) > 8 ? kPanel / 4 : kPanel / 2; // what registers hold
  for_elements(team, rows, (width + kAtOnce - 1) / kAtOnce, [&](int64_t i, int64_t part) {
    const int first = int(part) * kAtOnce;
    T sums[kAtOnce];
    for (int j = 0; j < kAtOnce; ++j)
      sums[j] = first + j < width ? c[(first + j) * stride + i] : T(0);
    for (int64_t k = 0; k < depth; ++k)
      for (int j = 0; j < kAtOnce; ++j)
        sums[j] = sums[j] - a[k * stride + i] * b(k, first + j);
    for (int j = 0; j < kAtOnce; ++j)
      if (first + j < width) c[(first + j) * stride + i] = sums[j];
  });
}

constexpr int kSolvedRows = 32;

/// Solves L y = x for these few rows x.
template <typename Team, typename T>
SHARDC_HD void solve_rows(const Team &team, const T *l, int64_t stride, int rows, bool unit,
                          PanelRows<T> x) {
  for (int k = 0; k < rows; ++k) {
    const T *column = l + k * stride;
    for (int j = team.rank(); j < kPanel && !unit; j += team.size())
      x(k, j) = ratio(x(k, j), column[k]);
    team.wait();
    for_elements(team, kPanel, rows - k - 1, [&](int64_t j, int64_t below) {
      const int64_t i = k + 1 + below;
      x(i, j) = x(i, j) - x(k, j) * column[i];
    });
    team.wait();
  }
}

/// Solves L y = x from row `first` on, for kSolvedRows at most and a panel of columns x, with the
/// lower triangle L; columns of both are `stride` apart. Of the rows before, `solved` has the
/// solution; it gets the others' beside x.
template <typename Team, typename T>
SHARDC_HD void solve_panel(const Team &team, const T *l, int64_t stride, int64_t first,
                           int64_t rows, bool unit, T *x, int width, PanelRows<T> solved) {
  const int64_t count = rows - first < kSolvedRows ? rows - first : kSolvedRows;
  subtract_product(team, x + first, stride, count, width, l + first, solved, first);
  team.wait();
  for_elements(team, kPanel, count, [&](int64_t j, int64_t i) {
    solved(first + i, j) = j < width ? x[j * stride + first + i] : T(0);
  });
  team.wait();
  solve_rows(team, l + first * (stride + 1), stride, int(count), unit,
             PanelRows<T>{&solved(first, 0)});
  team.wait();
  for_elements(team, width, count,
               [&](int64_t j, int64_t i) { x[j * stride + first + i] = solved(first + i, j); });
  team.wait();
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
