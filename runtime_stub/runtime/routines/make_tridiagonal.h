// SPDX-License-Identifier: Apache-2.0
// A Hermitian matrix made tridiagonal and real: Q^H A Q = T. LAPACK's sytd2, of the lower triangle.
#pragma once

#include "runtime/routines/reflections.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of A only the lower triangle is read. Below its subdiagonal it gets the reflections' vectors;
/// diagonal[n] and beside[n - 1] are T's. `work` has n elements.
template <typename T>
SHARDC_CALLED void make_tridiagonal(const Columns<T> &a, PartOf<T> *diagonal, PartOf<T> *beside,
                                    T *factors, T *work) {
  const int64_t n = a.rows;
  for (int64_t k = 0; k + 1 < n; ++k) {
    const int64_t m = n - k - 1; // of the part that is left
    T *v = &a(k + 1, k);
    beside[k] = reflect(Alone(), v[0], v + 1, m - 1, factors[k]);
    diagonal[k] = real_of(a(k, k));
    if (factors[k] == T(0)) continue;
    v[0] = T(1);
    // work = factor * A v, of which each column of the triangle gives a part below and one above.
    for (int64_t i = 0; i < m; ++i)
      work[i] = T(0);
    for (int64_t j = 0; j < m; ++j) {
      const T *below = &a(k + 1 + j, k + 1 + j) + 1;
      const int64_t count = m - j - 1;
      work[j] += scaled(v[j], real_of(below[-1])) + dot(below, v + j + 1, count);
      add_scaled(work + j + 1, v[j], below, count);
    }
    scale(work, factors[k], m);
    add_scaled(work, scaled(factors[k] * dot(work, v, m), PartOf<T>(-0.5)), v, m);
    for (int64_t j = 0; j < m; ++j) {
      T *column = &a(k + 1 + j, k + 1 + j);
      add_scaled(column, -conjugate(work[j]), v + j, m - j);
      add_scaled(column, -conjugate(v[j]), work + j, m - j);
    }
    v[0] = T(beside[k]);
  }
  if (n > 0) diagonal[n - 1] = real_of(a(n - 1, n - 1));
}

/// Q of that: the identity's columns turned.
template <typename T>
SHARDC_HD void set_turning(const Columns<T> &vectors, const T *factors, const Columns<T> &q) {
  set_identity(Alone(), q);
  apply_all<Alone, T>(Alone(), vectors, factors, vectors.rows - 1, 1, q, nullptr);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
