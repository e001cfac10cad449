// SPDX-License-Identifier: Apache-2.0
// Eigenvalues, ascending, and eigenvectors of Hermitian matrices: A V = V diag(w). A is made
// tridiagonal, and that diagonal by Francis's steps with Wilkinson's shift, whose rotations turn
// the columns of V.
#pragma once

#include "runtime/routines/make_tridiagonal.h"
#include "runtime/routines/team.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// One step on rows first to last of a tridiagonal matrix.
template <typename T>
SHARDC_CALLED void step_to_diagonal(PartOf<T> *diagonal, PartOf<T> *beside, int64_t first,
                                    int64_t last, const Columns<T> &vectors) {
  using Real = PartOf<T>;
  const Real half = (diagonal[last - 1] - diagonal[last]) / 2, corner = beside[last - 1];
  const Real root = half + with_sign_of(hypotenuse(half, corner), half);
  const Real shift = root == 0 ? diagonal[last] : diagonal[last] - corner * (corner / root);
  Real x = diagonal[first] - shift, z = beside[first];
  for (int64_t k = first; k < last; ++k) {
    const Rotation<Real> by(x, z);
    const Real c = by.cosine, s = by.sine;
    if (k > first) beside[k - 1] = by.length;
    const Real upper = diagonal[k], lower = diagonal[k + 1], between = beside[k];
    const Real change = s * (s * (lower - upper) + 2 * c * between);
    diagonal[k] = upper + change;
    diagonal[k + 1] = lower - change;
    beside[k] = (c * c - s * s) * between + c * s * (lower - upper);
    if (k + 1 < last) {
      x = beside[k];
      z = s * beside[k + 1];
      beside[k + 1] *= c;
    }
    rotate(vectors.column(k), vectors.column(k + 1), by, vectors.rows);
  }
}

/// The eigenvalues of a tridiagonal matrix take the place of its diagonal; `vectors` are turned to
/// eigenvectors. False: too many steps.
template <typename T>
SHARDC_HD bool make_diagonal(PartOf<T> *diagonal, PartOf<T> *beside, const Columns<T> &vectors) {
  using Real = PartOf<T>;
  const int64_t n = vectors.columns;
  int64_t steps = 30 * n;
  for (int64_t last = n - 1; last > 0;) {
    int64_t first = last;
    for (; first > 0; --first) {
      const Real around = std::fabs(diagonal[first - 1]) + std::fabs(diagonal[first]);
      if (std::fabs(beside[first - 1]) <= kRounding<Real> / 2 * around + kLeastNormal<Real>) break;
    }
    if (first > 0) beside[first - 1] = 0;
    if (first == last) {
      --last;
      continue;
    }
    if (steps-- == 0) return false;
    step_to_diagonal(diagonal, beside, first, last, vectors);
  }
  return true;
}

/// In ascending order, with their vectors.
template <typename T>
SHARDC_HD void sort_values(PartOf<T> *values, const Columns<T> &vectors) {
  for (int64_t k = 0; k + 1 < vectors.columns; ++k) {
    int64_t least = k;
    for (int64_t j = k + 1; j < vectors.columns; ++j)
      if (values[j] < values[least]) least = j;
    if (least == k) continue;
    exchange(values[k], values[least]);
    exchange(vectors.column(k), vectors.column(least), vectors.rows);
  }
}

/// Of a matrix [n, n], of which a triangle is read: V [n, n], w [n], and 0, or 1 where the matrix
/// has what is no number or takes too many steps; then the results are NaN. The number: whether the
/// triangle is the lower one.
template <typename T>
struct Eigh {
  using Real = PartOf<T>;

  struct Space {
    Columns<T> a, vectors;
    Real *values, *beside;
    T *factors, *work;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = {scratch.take<T>(n * n), n, n};
      vectors = {scratch.take<T>(n * n), n, n};
      values = scratch.take<Real>(n);
      beside = scratch.take<Real>(n);
      factors = scratch.take<T>(n);
      work = scratch.take<T>(n);
    }
  };

  SHARDC_HD static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const int64_t n = space.a.rows;
    read_lower(member.operand<T>(0), member.batch.numbers[0] != 0, space.a);
    const Real largest = largest_part(space.a.data, n * n);
    const Scale<Real> by(largest);
    scale(space.a.data, T(by.down), n * n);
    make_tridiagonal(space.a, space.values, space.beside, space.factors, space.work);
    set_turning(space.a, space.factors, space.vectors);
    const bool is_finite = largest - largest == 0;
    const bool good = is_finite && make_diagonal(space.values, space.beside, space.vectors);
    if (good) sort_values(space.values, space.vectors);
    for (int64_t k = 0; k < n; ++k)
      space.values[k] = good ? space.values[k] * by.up : Real(NAN);
    put_elements<T>(Alone(), member, 0, [&](int64_t i, int64_t j) {
      return good ? space.vectors(i, j) : T(Real(NAN));
    });
    member.put<Real>(1, space.values);
    member.put<int32_t>(2, good ? 0 : 1);
  }

private:
  /// The lower triangle, with zeros above it; of the upper one that is its conjugate.
  SHARDC_HD static void read_lower(const Strided<T> &from, bool lower, const Columns<T> &a) {
    for (int64_t j = 0; j < a.columns; ++j)
      for (int64_t i = 0; i < a.rows; ++i)
        a(i, j) = i < j ? T(0) : lower ? from(i, j) : conjugate(from(j, i));
    for (int64_t k = 0; k < a.rows; ++k)
      a(k, k) = T(real_of(a(k, k))); // whose imaginary part is taken for 0
  }
};

/// For each matrix of a batch.
const char *eigh(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
