// SPDX-License-Identifier: Apache-2.0
// X of op(A) X = B or X op(A) = B, where A is a triangle. LAPACK's trsm.
#pragma once

#include "runtime/routines/batch.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of matrices A [n, n] and B [n, k], or [k, n] where A stands on the right: X as B. The numbers:
/// whether A stands on the left; whether its lower triangle is read; op: 0 nothing, 1 the
/// transpose, 2 the adjoint; whether A's diagonal is 1.
template <typename T>
struct TriangularSolve {
  struct Space {
    Columns<T> a, x;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows, rows = batch.operands[1].rows,
                    columns = batch.operands[1].columns;
      a = {scratch.take<T>(n * n), n, n};
      x = {scratch.take<T>(rows * columns), n, batch.numbers[0] != 0 ? columns : rows};
    }
  };

  SHARDC_HD static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const int64_t n = space.a.rows;
    const bool left = member.batch.numbers[0] != 0, unit = member.batch.numbers[3] != 0;
    const int64_t op = member.batch.numbers[2];
    // X A = B is A^T X^T = B^T.
    const bool turned = (op != 0) == left;
    const bool lower = (member.batch.numbers[1] != 0) != turned;
    const auto a = member.operand<T>(0), b = member.operand<T>(1);
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < n; ++i) {
        const T element = turned ? a(j, i) : a(i, j);
        space.a(i, j) = op == 2 ? conjugate(element) : element;
      }
    for (int64_t j = 0; j < space.x.columns; ++j) {
      T *x = space.x.column(j);
      for (int64_t i = 0; i < n; ++i)
        x[i] = left ? b(i, j) : b(j, i);
      solve(space.a, lower, unit, x);
    }
    member.put_elements<T>(
        0, [&](int64_t i, int64_t j) { return left ? space.x(i, j) : space.x(j, i); });
  }

private:
  SHARDC_HD static void solve(const Columns<T> &a, bool lower, bool unit, T *x) {
    const int64_t n = a.rows;
    for (int64_t step = 0; step < n; ++step) {
      const int64_t k = lower ? step : n - 1 - step, first = lower ? k + 1 : 0;
      if (!unit) x[k] = ratio(x[k], a(k, k));
      add_scaled(x + first, -x[k], a.column(k) + first, lower ? n - k - 1 : k);
    }
  }
};

/// For each matrix of a batch.
const char *triangular_solve(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
