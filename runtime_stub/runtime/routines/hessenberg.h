// SPDX-License-Identifier: Apache-2.0
// A matrix made one of zeros below its subdiagonal: Q^H A Q = H. LAPACK's gehd2.
#pragma once

#include "runtime/routines/reflections.h"
#include "runtime/routines/team.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A becomes H, with the reflections' vectors below its subdiagonal. `work` has as many elements as
/// A rows.
template <typename T>
SHARDC_HD void make_hessenberg(const Columns<T> &a, T *factors, T *work) {
  const int64_t n = a.rows;
  for (int64_t k = 0; k + 1 < n; ++k) {
    const int64_t count = n - k - 1;
    T *v = &a(k + 1, k);
    const PartOf<T> turned = reflect(Alone(), v[0], v + 1, count - 1, factors[k]);
    v[0] = T(1);
    for (int64_t i = 0; i < n; ++i)
      work[i] = T(0);
    for (int64_t j = 0; j < count; ++j)
      add_scaled(work, v[j], a.column(k + 1 + j), n);
    for (int64_t j = 0; j < count; ++j)
      add_scaled(a.column(k + 1 + j), -(factors[k] * conjugate(v[j])), work, n);
    for (int64_t j = k + 1; j < n; ++j)
      apply_reflection(v, conjugate(factors[k]), &a(k + 1, j), count);
    v[0] = T(turned);
  }
}

/// Of a matrix [n, n]: H and the vectors [n, n], factors [n - 1], and 0.
template <typename T>
struct Hessenberg {
  struct Space {
    Columns<T> a;
    T *factors, *work;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = {scratch.take<T>(n * n), n, n};
      factors = scratch.take<T>(n);
      work = scratch.take<T>(n);
    }
  };

  SHARDC_HD static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get(Alone(), member, 0, space.a);
    make_hessenberg(space.a, space.factors, space.work);
    put_elements<T>(Alone(), member, 0, space.a);
    member.put<T>(1, space.factors);
    member.put<int32_t>(2, 0);
  }
};

/// For each matrix of a batch.
const char *hessenberg(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
