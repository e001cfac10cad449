// SPDX-License-Identifier: Apache-2.0
// Householder's reflections, as LAPACK has them: H = I - factor * v v^H, where v begins with 1. Of
// a complex column H is no reflection but unitary all the same, and H^H turns the column to a real
// number and zeros, of the sign that its first element has not.
#pragma once

#include "runtime/routines/team.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Makes of the column (first, rest...) the number that it is turned to, which is returned, and in
/// `rest` all of v but its 1. Of what is real and has no rest the factor is 0: H is I.
template <typename Team, typename T>
SHARDC_HD PartOf<T> reflect(const Team &team, T first, T *rest, int64_t n, T &factor) {
  using Real = PartOf<T>;
  factor = T(0);
  const Real size_of_rest = largest_part(team, rest, n), size_of_first = largest_part(first);
  if (size_of_rest == 0 && imaginary_of(first) == 0) return real_of(first);
  const Scale<Real> by(size_of_rest > size_of_first ? size_of_rest : size_of_first);
  scale(team, rest, T(by.down), n);
  team.wait();
  const T head = scaled(first, by.down);
  const Real sum = real_of(dot(team, rest, rest, n)) + real_of(conjugate(head) * head);
  const Real turned = -with_sign_of(std::sqrt(sum), real_of(head));
  factor = scaled(T(turned) - head, 1 / turned);
  scale(team, rest, inverse(head - T(turned)), n);
  team.wait();
  return turned * by.up;
}

/// x -= factor * v (v^H x): of H, and with the factor's conjugate of H^H. v is there whole.
template <typename T>
SHARDC_CALLED void apply_reflection(const T *v, T factor, T *x, int64_t n) {
  add_scaled(x, -(factor * dot(v, x, n)), v, n);
}
/// The same of each of `count` columns, `stride` apart; of a team with memory for kSumLanes numbers
/// of each.
template <LoneThread Team, typename T>
SHARDC_HD void apply_reflection(const Team &, const T *v, T factor, T *x, int64_t n, int64_t stride,
                                int64_t count, T *) {
  for (int64_t j = 0; j < count; ++j)
    apply_reflection(v, factor, x + j * stride, n);
}
template <typename Team, typename T>
SHARDC_HD void apply_reflection(const Team &team, const T *v, T factor, T *x, int64_t n,
                                int64_t stride, int64_t count, T *lanes) {
  for_elements(team, kSumLanes, count, [&](int64_t lane, int64_t j) {
    lanes[j * kSumLanes + lane] = lane_of_dot(v, x + j * stride, n, int(lane));
  });
  team.wait();
  for (int64_t j = team.rank(); j < count; j += team.size())
    lanes[j * kSumLanes] = -(factor * sum_of_lanes(lanes + j * kSumLanes));
  team.wait();
  for_elements(team, n, count,
               [&](int64_t i, int64_t j) { x[j * stride + i] += lanes[j * kSumLanes] * v[i]; });
  team.wait();
}

/// The same of columns of q, for a v of which `one` stands where its 1 would be.
template <typename Team, typename T>
SHARDC_HD void apply_reflection(const Team &team, T &one, T factor, const Columns<T> &q,
                                int64_t row, int64_t first, int64_t end, T *lanes) {
  if (first >= end) return;
  const T kept = one;
  team.wait(); // all have read it
  if (team.rank() == 0) one = T(1);
  team.wait();
  apply_reflection(team, &one, factor, &q(row, first), q.rows - row, q.stride, end - first, lanes);
  if (team.rank() == 0) one = kept;
}

/// How many columns have all reflections before others have any: so many as stay in the first cache
/// for a thread, all for a team.
template <LoneThread Team>
SHARDC_HD int64_t columns_at_once(const Team &, int64_t) {
  return 16;
}
template <typename Team>
SHARDC_HD int64_t columns_at_once(const Team &, int64_t all) {
  return all;
}

/// q = H0 H1 ... Hn-1 q for v of which element k + `below` of column k of `vectors` would be the 1,
/// where q is zero or the identity in what reflections do not change yet. Of a team with memory for
/// kSumLanes numbers of each column.
template <typename Team, typename T>
SHARDC_HD void apply_all(const Team &team, const Columns<T> &vectors, const T *factors,
                         int64_t count, int64_t below, const Columns<T> &q, T *lanes) {
  const int64_t wide = columns_at_once(team, q.columns);
  for (int64_t first = 0; first < q.columns; first += wide) {
    const int64_t end = first + wide < q.columns ? first + wide : q.columns;
    for (int64_t k = count; k-- > 0;) {
      const int64_t row = k + below;
      apply_reflection(team, vectors(row, k), factors[k], q, row, first > row ? first : row, end,
                       lanes);
    }
  }
}

template <typename Team, typename T>
SHARDC_HD void set_identity(const Team &team, const Columns<T> &q) {
  for_elements(team, q.rows, q.columns, [&](int64_t i, int64_t j) { q(i, j) = T(i == j ? 1 : 0); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
