// SPDX-License-Identifier: Apache-2.0
// P A = L U with the largest of a column as its pivot. LAPACK's getf2.
#pragma once

#include "runtime/routines/batch.h"

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

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      a = {scratch.take<T>(m * n), m, n};
      pivots = scratch.take<int32_t>(m < n ? m : n);
    }
  };

  SHARDC_HD static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    member.get(0, space.a);
    const int64_t failed = factorise(space.a, space.pivots);
    member.put_elements<T>(0, space.a);
    member.put<int32_t>(1, space.pivots);
    member.put<int32_t>(2, int32_t(failed));
  }

private:
  /// As LAPACK measures complex numbers.
  SHARDC_HD static Real size_of(T x) { return std::fabs(real_of(x)) + std::fabs(imaginary_of(x)); }

  SHARDC_HD static int64_t factorise(const Columns<T> &a, int32_t *pivots) {
    const int64_t m = a.rows, n = a.columns;
    int64_t failed = 0;
    for (int64_t k = 0; k < m && k < n; ++k) {
      int64_t pivot = k;
      for (int64_t i = k + 1; i < m; ++i)
        if (size_of(a(i, k)) > size_of(a(pivot, k))) pivot = i;
      pivots[k] = int32_t(pivot + 1);
      if (a(pivot, k) == T(0)) {
        if (failed == 0) failed = k + 1;
        continue;
      }
      for (int64_t j = 0; j < n && pivot != k; ++j)
        exchange(&a(k, j), &a(pivot, j), 1);
      T *below = &a(k, k) + 1;
      for (int64_t i = 0; i < m - k - 1; ++i)
        below[i] = ratio(below[i], a(k, k));
      for (int64_t j = k + 1; j < n; ++j)
        add_scaled(&a(k, j) + 1, -a(k, j), below, m - k - 1);
    }
    return failed;
  }
};

/// For each matrix of a batch.
const char *lu(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
