// SPDX-License-Identifier: Apache-2.0
// The order of rows that LU's exchanges make.
#pragma once

#include "runtime/routines/batch.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Of the rows with which rows 0 to k - 1 were exchanged one after the other, counted from 0, the
/// order of all rows. A row that is not there is exchanged with none.
struct PivotsToPermutation {
  struct Space {
    int32_t *order;
    SHARDC_HD Space(Workspace &scratch, const Batch &batch)
        : order(scratch.take<int32_t>(batch.results[0].rows)) {}
  };

  SHARDC_HD static void run(const Member &member) {
    Workspace scratch(member.scratch);
    int32_t *const order = Space(scratch, member.batch).order;
    const auto pivots = member.operand<int32_t>(0);
    const int64_t rows = member.batch.results[0].rows;
    for (int64_t i = 0; i < rows; ++i)
      order[i] = int32_t(i);
    for (int64_t k = 0; k < pivots.rows; ++k)
      if (const int32_t pivot = pivots(k, 0); pivot >= 0 && pivot < rows)
        exchange(order[k], order[pivot]);
    member.put<int32_t>(0, order);
  }
};

/// For each vector of a batch, along the last dimension.
const char *pivots_to_permutation(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
