// SPDX-License-Identifier: Apache-2.0
// A = Q R by reflections. LAPACK's geqr2.
#pragma once

#include "runtime/routines/batch.h"
#include "runtime/routines/reflections.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of a matrix [m, n]: R with the reflections' vectors below it [m, n], and their factors
/// [min(m, n)].
template <typename T>
struct Qr {
  struct Space {
    Columns<T> a;
    T *factors, *lanes;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      const int64_t stride = padded<T>(m);
      a = {scratch.take<T>(stride * n), m, n, stride};
      factors = scratch.take<T>(m < n ? m : n);
      lanes = scratch.take<T>(n * kSumLanes);
    }
  };

  template <typename Team>
  SHARDC_HD static void run(const Member &member, const Team &team) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const Columns<T> &a = space.a;
    get(team, member, 0, a);
    team.wait();
    const int64_t wide = columns_at_once(team, a.columns);
    for (int64_t first = 0; first < a.columns; first += wide)
      factorise(team, space, first, first + wide < a.columns ? first + wide : a.columns);
    team.wait();
    put_elements<T>(team, member, 0, [&](int64_t i, int64_t j) { return a(i, j); });
    if (team.rank() == 0) member.put<T>(1, space.factors);
  }

private:
  /// Some columns, those in front of which are.
  template <typename Team>
  SHARDC_HD static void factorise(const Team &team, const Space &space, int64_t first,
                                  int64_t end) {
    const Columns<T> &a = space.a;
    for (int64_t k = 0; k < first && k < a.rows; ++k)
      apply_reflection(team, a(k, k), conjugate(space.factors[k]), a, k, first, end, space.lanes);
    for (int64_t k = first; k < end && k < a.rows; ++k) {
      T *v = &a(k, k), factor;
      const PartOf<T> turned = reflect(team, v[0], v + 1, a.rows - k - 1, factor);
      team.wait(); // all have read v[0]
      if (team.rank() == 0) v[0] = T(turned), space.factors[k] = factor;
      team.wait();
      apply_reflection(team, v[0], conjugate(factor), a, k, k + 1, end, space.lanes);
    }
  }
};

/// For each matrix of a batch.
const char *qr(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
