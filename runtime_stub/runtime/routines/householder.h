// SPDX-License-Identifier: Apache-2.0
// The first columns of a product of reflections. LAPACK's ung2r.
#pragma once

#include "runtime/routines/batch.h"
#include "runtime/routines/reflections.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of reflections' vectors below the diagonal of a matrix [m, n], and their factors [k]: the first
/// columns of their product [m, n].
template <typename T>
struct Householder {
  struct Space {
    Columns<T> vectors, q;
    Columns<T> factors;
    T *lanes;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      const int64_t count = batch.operands[1].rows;
      const int64_t stride = padded<T>(m);
      vectors = {scratch.take<T>(stride * n), m, n, stride};
      q = {scratch.take<T>(stride * n), m, n, stride};
      factors = {scratch.take<T>(count), count, 1};
      lanes = scratch.take<T>(n * kSumLanes);
    }
  };

  template <typename Team>
  SHARDC_HD static void run(const Member &member, const Team &team) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get(team, member, 0, space.vectors);
    get(team, member, 1, space.factors);
    set_identity(team, space.q);
    team.wait();
    apply_all(team, space.vectors, space.factors.data, space.factors.rows, 0, space.q, space.lanes);
    put_elements<T>(team, member, 0, [&](int64_t i, int64_t j) { return space.q(i, j); });
  }
};

/// For each matrix of a batch.
const char *householder(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
