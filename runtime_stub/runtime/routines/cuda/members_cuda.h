// SPDX-License-Identifier: Apache-2.0
// A routine for each member of a batch, as the work of a kernel (kernel_cuda.h): of a block of
// threads, where it is for teams, else of a thread.
#pragma once

#include "runtime/routines/team.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kMembersOfBlock = 32, kThreadsOfMember = 256;

template <typename Routine>
struct Members {
  static constexpr bool kIsForTeams = ForTeams<Routine>;
  static constexpr int kThreads = kIsForTeams ? kThreadsOfMember : kMembersOfBlock;

  Batch batch;
  char *scratch;
  int64_t bytes; // of it, for a member

  template <typename Team>
  SHARDC_HD void operator()(int64_t member, const Team &team) const {
    Routine::run({batch, member, scratch + member * bytes}, team);
  }
  SHARDC_HD void operator()(int64_t member) const {
    if (member < batch.members) Routine::run({batch, member, scratch + member * bytes});
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
