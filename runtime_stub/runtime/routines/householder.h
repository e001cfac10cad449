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

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      const int64_t count = batch.operands[1].rows;
      vectors = {scratch.take<T>(m * n), m, n};
      q = {scratch.take<T>(m * n), m, n};
      factors = {scratch.take<T>(count), count, 1};
    }
  };

  SHARDC_HD static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    member.get(0, space.vectors);
    member.get(1, space.factors);
    set_identity(space.q);
    apply_all(space.vectors, space.factors.data, space.factors.rows, 0, space.q);
    member.put_elements<T>(0, space.q);
  }
};

/// For each matrix of a batch.
const char *householder(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
