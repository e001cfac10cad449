// SPDX-License-Identifier: Apache-2.0
// A Hermitian matrix that is positive definite as L L^H or U^H U. LAPACK's potrf, of the lower
// triangle; U is L^H. Panels of columns get what is left of them by all before, and are factorised
// then.
#pragma once

#include "runtime/routines/panels.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of a matrix [n, n], of which a triangle is read: the same with its factor in that triangle, and
/// the first column where it is not positive definite, counted from 1, or 0. The numbers: whether
/// the other triangle is 0, and all NaN without a factor; whether the triangle is the lower one.
template <typename T>
struct Cholesky {
  using Real = PartOf<T>;

  struct Space {
    Columns<T> a;
    PanelRows<T> panel;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      const int64_t stride = padded<T>(n);
      a = {scratch.take<T>(n * stride), n, n, stride};
      panel = {scratch.take<T>(n * kPanel)};
    }
  };

  template <typename Team>
  SHARDC_HD static void run(const Member &member, const Team &team) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const int64_t n = space.a.rows;
    const bool clear = member.batch.numbers[0] != 0, lower = member.batch.numbers[1] != 0;
    const auto from = member.operand<T>(0);
    for_elements(team, n, n, [&](int64_t i, int64_t j) {
      if (i >= j) space.a(i, j) = lower ? from(i, j) : conjugate(from(j, i));
    });
    team.wait();
    const int64_t failed = factorise(team, space);
    team.wait();
    put_elements<T>(team, member, 0, [&](int64_t i, int64_t j) {
      if (clear && failed != 0) return T(Real(NAN));
      if (lower ? i < j : i > j) return clear ? T(0) : from(i, j);
      return lower ? space.a(i, j) : conjugate(space.a(j, i));
    });
    if (team.rank() == 0) member.put<int32_t>(1, int32_t(failed));
  }

private:
  template <typename Team>
  SHARDC_HD static int64_t factorise(const Team &team, const Space &space) {
    const Columns<T> &a = space.a;
    const int64_t n = a.rows;
    for (int64_t first = 0; first < n; first += kPanel) {
      const int width = width_of_panel(first, n);
      for_elements(team, kPanel, first, [&](int64_t j, int64_t k) {
        space.panel(k, j) = j < width ? conjugate(a(first + j, k)) : T(0);
      });
      team.wait();
      subtract_product(team, &a(first, first), a.stride, n - first, width, a.data + first,
                       space.panel, first);
      team.wait();
      if (const int64_t failed = factorise(team, a, first, width)) return failed;
    }
    return 0;
  }

  /// A panel.
  template <typename Team>
  SHARDC_HD static int64_t factorise(const Team &team, const Columns<T> &a, int64_t first,
                                     int width) {
    const int64_t n = a.rows;
    for (int64_t k = first; k < first + width; ++k) {
      const Real square = real_of(a(k, k));
      if (!(square > 0)) return k + 1;
      const Real root = std::sqrt(square);
      team.wait(); // all have read it
      if (team.rank() == 0) a(k, k) = T(root);
      for (int64_t i = k + 1 + team.rank(); i < n; i += team.size())
        a(i, k) = scaled(a(i, k), 1 / root);
      team.wait();
      for (int64_t j = k + 1; j < first + width; ++j)
        add_scaled(team, &a(j, j), -conjugate(a(j, k)), &a(j, k), n - j);
      team.wait();
    }
    return 0;
  }
};

/// For each matrix of a batch.
const char *cholesky(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
