// SPDX-License-Identifier: Apache-2.0
// Householder's reflections, as LAPACK has them: H = I - factor * v v^H, where v begins with 1. Of
// a complex column H is no reflection but unitary all the same, and H^H turns the column to a real
// number and zeros, of the sign that its first element has not.
#pragma once

#include "runtime/routines/columns.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Makes of the column (first, rest...) the number that it is turned to, which is returned, and in
/// `rest` all of v but its 1. Of what is real and has no rest the factor is 0: H is I.
template <typename T>
SHARDC_CALLED PartOf<T> reflect(T first, T *rest, int64_t n, T &factor) {
  using Real = PartOf<T>;
  factor = T(0);
  const Real size_of_rest = largest_part(rest, n), size_of_first = largest_part(first);
  if (size_of_rest == 0 && imaginary_of(first) == 0) return real_of(first);
  const Scale<Real> by(size_of_rest > size_of_first ? size_of_rest : size_of_first);
  scale(rest, T(by.down), n);
  const T head = scaled(first, by.down);
  const Real sum = real_of(dot(rest, rest, n)) + real_of(conjugate(head) * head);
  const Real turned = -with_sign_of(std::sqrt(sum), real_of(head));
  factor = scaled(T(turned) - head, 1 / turned);
  scale(rest, inverse(head - T(turned)), n);
  return turned * by.up;
}

/// x -= factor * v (v^H x): of H, and with the factor's conjugate of H^H. v is there whole.
template <typename T>
SHARDC_CALLED void apply_reflection(const T *v, T factor, T *x, int64_t n) {
  add_scaled(x, -(factor * dot(v, x, n)), v, n);
}

/// q = H0 H1 ... Hn-1 q for v of which element k + `below` of column k of `vectors` would be the 1,
/// where q is zero or the identity in what reflections do not change yet.
template <typename T>
SHARDC_CALLED void apply_all(const Columns<T> &vectors, const T *factors, int64_t count,
                             int64_t below, const Columns<T> &q) {
  for (int64_t k = count; k-- > 0;) {
    const int64_t first = k + below, n = vectors.rows - first;
    T &one = vectors(first, k);
    const T kept = one;
    one = T(1);
    for (int64_t j = first; j < q.columns; ++j)
      apply_reflection(&one, factors[k], q.column(j) + first, n);
    one = kept;
  }
}

template <typename T>
SHARDC_CALLED void set_identity(const Columns<T> &q) {
  for (int64_t j = 0; j < q.columns; ++j)
    for (int64_t i = 0; i < q.rows; ++i)
      q(i, j) = T(i == j ? 1 : 0);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
