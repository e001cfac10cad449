// SPDX-License-Identifier: Apache-2.0
// A Hermitian matrix that is positive definite as L L^H or U^H U. LAPACK's potf2, of the lower
// triangle; U is L^H.
#pragma once

#include "runtime/routines/batch.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of a matrix [n, n], of which a triangle is read: the same with its factor in that triangle, and
/// the first column where it is not positive definite, counted from 1, or 0. The number: whether
/// the triangle is the lower one.
template <typename T>
struct Cholesky {
  using Real = PartOf<T>;

  struct Space {
    Columns<T> a;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = {scratch.take<T>(n * n), n, n};
    }
  };

  SHARDC_HD static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const int64_t n = space.a.rows;
    const bool clear = member.batch.numbers[0] != 0, lower = member.batch.numbers[1] != 0;
    const auto from = member.operand<T>(0);
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < n; ++i)
        space.a(i, j) = lower ? from(i, j) : conjugate(from(j, i));
    const int64_t failed = factorise(space.a);
    member.put_elements<T>(0, [&](int64_t i, int64_t j) {
      if (clear && failed != 0) return T(Real(NAN));
      if (clear && (lower ? i < j : i > j)) return T(0);
      return lower ? space.a(i, j) : conjugate(space.a(j, i));
    });
    member.put<int32_t>(1, int32_t(failed));
  }

private:
  SHARDC_HD static int64_t factorise(const Columns<T> &a) {
    const int64_t n = a.rows;
    for (int64_t k = 0; k < n; ++k) {
      const Real square = real_of(a(k, k));
      if (!(square > 0)) return k + 1;
      const Real root = std::sqrt(square);
      a(k, k) = T(root);
      T *below = &a(k, k) + 1;
      for (int64_t i = 0; i < n - k - 1; ++i)
        below[i] = scaled(below[i], 1 / root);
      for (int64_t j = k + 1; j < n; ++j)
        add_scaled(&a(j, j), -conjugate(a(j, k)), &a(j, k), n - j);
    }
    return 0;
  }
};

/// For each matrix of a batch.
const char *cholesky(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
