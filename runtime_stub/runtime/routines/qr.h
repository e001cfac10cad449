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
    T *factors;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      a = {scratch.take<T>(m * n), m, n};
      factors = scratch.take<T>(m < n ? m : n);
    }
  };

  SHARDC_HD static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const Columns<T> &a = space.a;
    member.get(0, a);
    for (int64_t k = 0; k < a.rows && k < a.columns; ++k) {
      T *v = &a(k, k);
      const PartOf<T> turned = reflect(v[0], v + 1, a.rows - k - 1, space.factors[k]);
      v[0] = T(1);
      for (int64_t j = k + 1; j < a.columns; ++j)
        apply_reflection(v, conjugate(space.factors[k]), &a(k, j), a.rows - k);
      v[0] = T(turned);
    }
    member.put_elements<T>(0, a);
    member.put<T>(1, space.factors);
  }
};

/// For each matrix of a batch.
const char *qr(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
