// SPDX-License-Identifier: Apache-2.0
// A matrix of at least as many rows as columns made bidiagonal and real: Q^H A P = B. LAPACK's
// gebd2.
#pragma once

#include "runtime/routines/reflections.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename T>
struct Bidiagonal {
  PartOf<T> *diagonal, *above; // [n], [n - 1]
  T *left, *right;             // factors of reflections, [n] each
  Columns<T> rows; // [n, n]: in column k the vector of right reflection k, from k + 2 on
};

/// A gets the left reflections' vectors below its diagonal. `work` has as many elements as A rows.
template <typename T>
SHARDC_CALLED void make_bidiagonal(const Columns<T> &a, const Bidiagonal<T> &b, T *work) {
  const int64_t m = a.rows, n = a.columns;
  for (int64_t k = 0; k < n; ++k) {
    T *v = &a(k, k);
    b.diagonal[k] = reflect(Alone(), v[0], v + 1, m - k - 1, b.left[k]);
    v[0] = T(1);
    for (int64_t j = k + 1; j < n; ++j)
      apply_reflection(v, conjugate(b.left[k]), &a(k, j), m - k);
    v[0] = T(b.diagonal[k]);
    if (k + 1 >= n) continue;
    // The row right of the diagonal, as a column: what turns it does so from the right.
    T *row = b.rows.column(k);
    const int64_t count = n - k - 1, left = m - k - 1;
    for (int64_t j = k + 1; j < n; ++j)
      row[j] = conjugate(a(k, j));
    b.above[k] = reflect(Alone(), row[k + 1], row + k + 2, count - 1, b.right[k]);
    row[k + 1] = T(1);
    for (int64_t i = 0; i < left; ++i)
      work[i] = T(0);
    for (int64_t j = k + 1; j < n; ++j)
      add_scaled(work, row[j], &a(k, j) + 1, left);
    for (int64_t j = k + 1; j < n; ++j)
      add_scaled(&a(k, j) + 1, -(b.right[k] * conjugate(row[j])), work, left);
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
