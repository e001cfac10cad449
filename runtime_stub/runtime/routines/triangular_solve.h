// SPDX-License-Identifier: Apache-2.0
// X of op(A) X = B or X op(A) = B, where A is a triangle. LAPACK's trsm. Equations are put so that
// the triangle is a lower one on the left; of some rows what is known is subtracted first, and then
// they are solved.
#pragma once

#include "runtime/routines/panels.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of matrices A [n, n] and B [n, k], or [k, n] where A stands on the right: X as B. The numbers:
/// whether A stands on the left; whether its lower triangle is read; op: 0 nothing, 1 the
/// transpose, 2 the adjoint; whether A's diagonal is 1.
template <typename T>
struct TriangularSolve {
  struct Space {
    Columns<T> a, x;
    PanelRows<T> solved; // a panel behind the other

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      const int64_t stride = padded<T>(n);
      a = {scratch.take<T>(n * stride), n, n, stride};
      const Batch::Part &b = batch.operands[1];
      const int64_t count = batch.numbers[0] != 0 ? b.columns : b.rows;
      x = {scratch.take<T>(stride * count), n, count, stride};
      solved = {scratch.take<T>((count + kPanel - 1) / kPanel * kPanel * n)};
    }
  };

  template <typename Team>
  SHARDC_HD static void run(const Member &member, const Team &team) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const int64_t n = space.a.rows;
    const bool left = member.batch.numbers[0] != 0, unit = member.batch.numbers[3] != 0;
    const int64_t op = member.batch.numbers[2];
    // X A = B is A^T X^T = B^T.
    const bool turned = (op != 0) == left;
    const bool lower = (member.batch.numbers[1] != 0) != turned;
    // An upper triangle is a lower one from the end.
    const auto at = [lower, n](int64_t i) { return lower ? i : n - 1 - i; };
    const auto a = member.operand<T>(0), b = member.operand<T>(1);
    for_elements(team, n, n, [&](int64_t i, int64_t j) {
      if (i < j) return;
      const T element = turned ? a(at(j), at(i)) : a(at(i), at(j));
      space.a(i, j) = op == 2 ? conjugate(element) : element;
    });
    for_elements(team, n, space.x.columns,
                 [&](int64_t i, int64_t j) { space.x(i, j) = left ? b(at(i), j) : b(j, at(i)); });
    team.wait();
    for (int64_t row = 0; row < n; row += kSolvedRows)
      for (int64_t first = 0; first < space.x.columns; first += kPanel)
        solve_panel(team, space.a.data, space.a.stride, row, n, unit, space.x.column(first),
                    width_of_panel(first, space.x.columns),
                    PanelRows<T>{space.solved.data + first * n});
    put_elements<T>(team, member, 0, [&](int64_t i, int64_t j) {
      return left ? space.x(at(i), j) : space.x(at(j), i);
    });
  }
};

/// For each matrix of a batch.
const char *triangular_solve(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
