// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/host/ops/each.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int64_t kEachShares = 8; // of a batch, for a thread each

/// Calls work(member) for each, by threads that have nothing to do as well.
template <typename Work>
const char *do_each(const shardc_call &call, const Work &work) {
  const int64_t members = work.batch.members();
  const auto share = [](const void *all, int64_t number) {
    const Work &own = *static_cast<const Work *>(all);
    const int64_t count = own.batch.members();
    for (int64_t member = number * count / kEachShares; member < (number + 1) * count / kEachShares;
         ++member)
      own(member);
  };
  if (call.divide && members > 1)
    call.divide(call.divider, kEachShares, share, &work);
  else
    for (int64_t member = 0; member < members; ++member)
      work(member);
  return nullptr;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
