// SPDX-License-Identifier: Apache-2.0
// A Hermitian matrix made tridiagonal, with what Q is made of. LAPACK's sytd2.
#pragma once

#include "runtime/routines/make_tridiagonal.h"
#include "runtime/routines/team.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of a matrix [n, n], of which a triangle is read: T and the reflections' vectors in that triangle
/// [n, n], T's diagonal [n] and what is beside it [n - 1], factors [n - 1], and 0. The number:
/// whether the triangle is the lower one. The upper one is the lower one of the matrix counted
/// backwards.
template <typename T>
struct Tridiagonal {
  using Real = PartOf<T>;

  struct Space {
    Columns<T> a;
    Real *diagonal, *beside;
    T *factors, *work;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = {scratch.take<T>(n * n), n, n};
      diagonal = scratch.take<Real>(n);
      beside = scratch.take<Real>(n);
      factors = scratch.take<T>(n);
      work = scratch.take<T>(n);
    }
  };

  SHARDC_HD static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const int64_t n = space.a.rows;
    const bool lower = member.batch.numbers[0] != 0;
    const auto turned = [&](int64_t i) { return lower ? i : n - 1 - i; };
    const auto from = member.operand<T>(0);
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < n; ++i)
        space.a(turned(i), turned(j)) = from(i, j);
    make_tridiagonal(space.a, space.diagonal, space.beside, space.factors, space.work);
    for (int64_t k = 0; k < n; ++k)
      space.a(k, k) = T(space.diagonal[k]);
    if (!lower) {
      reverse(space.diagonal, n);
      reverse(space.beside, n - 1);
      reverse(space.factors, n - 1);
    }
    put_elements<T>(Alone(), member, 0,
                    [&](int64_t i, int64_t j) { return space.a(turned(i), turned(j)); });
    member.put<Real>(1, space.diagonal);
    member.put<Real>(2, space.beside);
    member.put<T>(3, space.factors);
    member.put<int32_t>(4, 0);
  }

private:
  template <typename X>
  SHARDC_HD static void reverse(X *x, int64_t n) {
    for (int64_t k = 0; k < n / 2; ++k)
      exchange(x[k], x[n - 1 - k]);
  }
};

/// For each matrix of a batch.
const char *tridiagonal(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
