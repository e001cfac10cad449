// SPDX-License-Identifier: Apache-2.0
// A routine for each member of a batch, by the thread that is called and by those that help it, in
// memory that the call has for it (codegen/lower/steps/routine_scratch.h).
#pragma once

#include "runtime/routines/cpu/panels_cpu.h"
#include "runtime/routines/cpu/reflections_cpu.h"

#include <algorithm>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Calls of_share(number, from, to) for each of so many shares of `count`, by the threads that the
/// call has.
template <typename OfShare>
void divide(const shardc_call &call, int64_t count, int64_t shares, const OfShare &of_share) {
  const auto share = [&](int64_t number) {
    of_share(number, number * count / shares, (number + 1) * count / shares);
  };
  if (call.divide && shares > 1)
    call.divide(
        call.divider, shares,
        [](const void *work, int64_t number) {
          (*static_cast<const decltype(share) *>(work))(number);
        },
        &share);
  else
    for (int64_t number = 0; number < shares; ++number)
      share(number);
}

/// Calls one(number, scratch) for each number below `count`, where so many bytes of scratch memory
/// are nobody else's: as many threads share them out as that is there for.
template <typename One>
const char *share_out(const shardc_call &call, int64_t count, int64_t bytes, const One &one) {
  const int64_t shares = std::min({count, call.scratch_bytes / bytes, kMostShares});
  if (shares == 0) return kTooLittleScratch;
  divide(call, count, shares, [&](int64_t number, int64_t from, int64_t to) {
    char *const scratch = static_cast<char *>(call.scratch) + number * bytes;
    for (int64_t i = from; i < to; ++i)
      one(i, scratch);
  });
  return nullptr;
}

template <typename Routine>
void run_member(const Member &member) {
  if constexpr (ForTeams<Routine>)
    Routine::run(member, OneThread());
  else
    Routine::run(member);
}

/// Calls Routine::run for each.
template <typename Routine>
const char *for_each_of(const Batch &batch, const shardc_call &call) {
  return share_out(call, batch.members, bytes_of_member<Routine>(batch),
                   [&](int64_t member, char *scratch) {
                     run_member<Routine>({batch, member, scratch});
                   });
}

/// Calls Routine<T>::run for each, where T is the matrices' type.
template <template <typename> class Routine>
const char *for_each_member(const shardc_call &call) {
  return for_type(call,
                  [&]<typename T>(T) { return for_each_of<Routine<T>>(batch_of(call), call); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
