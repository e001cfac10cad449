// SPDX-License-Identifier: Apache-2.0
// Singular values, descending, and vectors: A = U diag(s) V^H. A, or its adjoint where that has
// more rows, is made bidiagonal, and that diagonal by Golub and Kahan's steps, whose rotations turn
// the columns of U and V.
#pragma once

#include "runtime/routines/make_bidiagonal.h"
#include "runtime/routines/team.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// An upper bidiagonal matrix on its way to a diagonal one.
template <typename T>
struct SingularValues {
  using Real = PartOf<T>;
  Real *diagonal, *above;
  Columns<T> left, right; // U and V

  /// False: too many steps.
  SHARDC_HD bool find() const {
    int64_t last = right.columns - 1, steps = 60 * (last + 1);
    while (last >= 0) {
      const int64_t first = begin_of_block(last);
      if (first == last) {
        make_positive(last--);
        continue;
      }
      if (const int64_t zero = zero_between(first, last); zero == last)
        clear_column(first, last);
      else if (zero >= 0)
        clear_row(zero, last);
      else if (steps-- == 0)
        return false;
      else
        step(first, last);
    }
    return true;
  }

  /// In descending order, with their vectors.
  SHARDC_HD void sort() const {
    for (int64_t k = 0; k + 1 < right.columns; ++k) {
      int64_t most = k;
      for (int64_t j = k + 1; j < right.columns; ++j)
        if (diagonal[j] > diagonal[most]) most = j;
      if (most == k) continue;
      exchange(diagonal[k], diagonal[most]);
      exchange(left.column(k), left.column(most), left.rows);
      exchange(right.column(k), right.column(most), right.rows);
    }
  }

private:
  /// Nothing beside numbers of this size.
  SHARDC_HD static bool vanishes(Real x, Real beside) {
    return std::fabs(x) <= kRounding<Real> / 2 * beside + kLeastNormal<Real>;
  }

  /// The row from which on nothing above the diagonal is 0, up to `last`.
  SHARDC_HD int64_t begin_of_block(int64_t last) const {
    for (int64_t first = last; first > 0; --first) {
      const Real around = std::fabs(diagonal[first - 1]) + std::fabs(diagonal[first]);
      if (!vanishes(above[first - 1], around)) continue;
      above[first - 1] = 0;
      return first;
    }
    return 0;
  }

  /// A row with 0 on the diagonal; -1: none.
  SHARDC_HD int64_t zero_between(int64_t first, int64_t last) const {
    for (int64_t k = last; k >= first; --k) {
      const Real around = (k > first ? std::fabs(above[k - 1]) : Real(0)) +
                          (k < last ? std::fabs(above[k]) : Real(0));
      if (vanishes(diagonal[k], around)) {
        diagonal[k] = 0;
        return k;
      }
    }
    return -1;
  }

  /// Where the diagonal ends with 0, what stands above that is turned away from the right.
  SHARDC_CALLED void clear_column(int64_t first, int64_t last) const {
    Real rest = above[last - 1];
    above[last - 1] = 0;
    for (int64_t k = last - 1; k >= first; --k) {
      const Rotation<Real> by(diagonal[k], rest);
      diagonal[k] = by.length;
      if (k > first) {
        rest = -by.sine * above[k - 1];
        above[k - 1] *= by.cosine;
      }
      rotate(right.column(k), right.column(last), by, right.rows);
    }
  }

  /// Where the diagonal has a 0, what stands right of that is turned away from the left.
  SHARDC_CALLED void clear_row(int64_t zero, int64_t last) const {
    Real rest = above[zero];
    above[zero] = 0;
    for (int64_t k = zero + 1; k <= last; ++k) {
      const Rotation<Real> by(diagonal[k], rest);
      diagonal[k] = by.length;
      if (k < last) {
        rest = -by.sine * above[k];
        above[k] *= by.cosine;
      }
      rotate(left.column(k), left.column(zero), by, left.rows);
    }
  }

  /// The eigenvalue of B^H B's last two rows and columns that is next to the last element, divided
  /// by `scale` twice.
  SHARDC_HD Real shift_of(int64_t first, int64_t last, Real scale) const {
    const Real end = diagonal[last] / scale, before = diagonal[last - 1] / scale;
    const Real corner = above[last - 1] / scale, start = diagonal[first] / scale;
    const Real half = ((before + end) * (before - end) + corner * corner) / 2;
    const Real off = end * corner;
    Real shift = 0;
    if (half != 0 || off != 0)
      shift = off * (off / (half + with_sign_of(hypotenuse(half, off), half)));
    return (start + end) * (start - end) + shift;
  }

  SHARDC_CALLED void step(int64_t first, int64_t last) const {
    Real scale = 0;
    for (const Real x :
         {diagonal[last], diagonal[last - 1], above[last - 1], diagonal[first], above[first]})
      if (std::fabs(x) > scale) scale = std::fabs(x);
    Real x = shift_of(first, last, scale);
    Real z = diagonal[first] / scale * (above[first] / scale);
    for (int64_t k = first; k < last; ++k) {
      const Rotation<Real> columns(x, z);
      if (k > first) above[k - 1] = columns.length;
      x = columns.cosine * diagonal[k] + columns.sine * above[k];
      above[k] = columns.cosine * above[k] - columns.sine * diagonal[k];
      z = columns.sine * diagonal[k + 1];
      diagonal[k + 1] *= columns.cosine;
      rotate(right.column(k), right.column(k + 1), columns, right.rows);
      const Rotation<Real> rows(x, z);
      diagonal[k] = rows.length;
      x = rows.cosine * above[k] + rows.sine * diagonal[k + 1];
      diagonal[k + 1] = rows.cosine * diagonal[k + 1] - rows.sine * above[k];
      above[k] = x;
      if (k + 1 < last) {
        z = rows.sine * above[k + 1];
        above[k + 1] *= rows.cosine;
      }
      rotate(left.column(k), left.column(k + 1), rows, left.rows);
    }
  }

  SHARDC_HD void make_positive(int64_t k) const {
    if (!std::signbit(diagonal[k])) return;
    diagonal[k] = -diagonal[k];
    scale(right.column(k), T(-1), right.rows);
  }
};

/// Of a matrix [m, n] with k = min(m, n): s [k], U [m, k] or [m, m], V^H [k, n] or [n, n], and 0,
/// or 1 where the matrix has what is no number or takes too many steps; then the results are NaN.
/// The numbers: whether U and V^H are square, and whether they are computed at all.
template <typename T>
struct Svd {
  using Real = PartOf<T>;

  struct Space {
    bool is_wide, has_vectors;
    Columns<T> a, left, right;
    Bidiagonal<T> b;
    T *work;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t rows = batch.operands[0].rows, columns = batch.operands[0].columns;
      const bool is_full = batch.numbers[1] != 0;
      has_vectors = batch.numbers[2] != 0;
      is_wide = rows < columns;
      const int64_t m = is_wide ? columns : rows, n = is_wide ? rows : columns;
      const int64_t of_left = has_vectors ? m : 0, of_right = has_vectors ? n : 0;
      const int64_t count = is_full ? m : n;
      a = {scratch.take<T>(m * n), m, n};
      left = {scratch.take<T>(of_left * count), of_left, count};
      right = {scratch.take<T>(of_right * n), of_right, n};
      b.diagonal = scratch.take<Real>(n);
      b.above = scratch.take<Real>(n);
      b.left = scratch.take<T>(n);
      b.right = scratch.take<T>(n);
      b.rows = {scratch.take<T>(n * n), n, n};
      work = scratch.take<T>(m);
    }
  };

  SHARDC_HD static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const int64_t m = space.a.rows, n = space.a.columns;
    const auto from = member.operand<T>(0);
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < m; ++i)
        space.a(i, j) = space.is_wide ? conjugate(from(j, i)) : from(i, j);
    const Real largest = largest_part(space.a.data, m * n);
    const Scale<Real> by(largest);
    scale(space.a.data, T(by.down), m * n);
    make_bidiagonal(space.a, space.b, space.work);
    if (space.has_vectors) {
      set_identity(Alone(), space.left);
      apply_all<Alone, T>(Alone(), space.a, space.b.left, n, 0, space.left, nullptr);
      set_identity(Alone(), space.right);
      apply_all<Alone, T>(Alone(), space.b.rows, space.b.right, n - 1, 1, space.right, nullptr);
    }
    const SingularValues<T> values = {space.b.diagonal, space.b.above, space.left, space.right};
    const bool good = largest - largest == 0 && values.find();
    if (good) values.sort();
    for (int64_t k = 0; k < n; ++k)
      space.b.diagonal[k] = good ? space.b.diagonal[k] * by.up : Real(NAN);
    member.put<Real>(0, space.b.diagonal);
    member.put<int32_t>(3, good ? 0 : 1);
    if (!space.has_vectors) return;
    const Columns<T> &u = space.is_wide ? space.right : space.left;
    const Columns<T> &v = space.is_wide ? space.left : space.right;
    put_elements<T>(Alone(), member, 1,
                    [&](int64_t i, int64_t j) { return good ? u(i, j) : T(Real(NAN)); });
    const bool is_adjoint = member.batch.numbers[0] != 0;
    put_elements<T>(Alone(), member, 2, [&](int64_t i, int64_t j) {
      if (!good) return T(Real(NAN));
      return is_adjoint ? conjugate(v(j, i)) : v(i, j);
    });
  }
};

/// For each matrix of a batch.
const char *svd(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
