// SPDX-License-Identifier: Apache-2.0
// A routine for each member of a batch, one after the other.
#pragma once

#include "runtime/routines/batch.h"

#include <memory>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Calls Routine<T>::run for each, where T is the matrices' type.
template <template <typename> class Routine>
const char *for_each_member(const shardc_call &call) {
  return for_type(call, [&]<typename T>(T) -> const char * {
    const Batch batch = batch_of(call);
    Workspace counted;
    typename Routine<T>::Space(counted, batch);
    const std::unique_ptr<char[]> memory(new char[counted.bytes()]);
    for (int64_t member = 0; member < batch.members; ++member)
      Routine<T>::run({batch, member, memory.get()});
    return nullptr;
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
