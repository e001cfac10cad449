// SPDX-License-Identifier: Apache-2.0
// A routine for each member of a batch, one after the other, by the thread that is called.
#pragma once

#include "runtime/routines/cpu/panels_cpu.h"
#include "runtime/routines/cpu/reflections_cpu.h"

#include <memory>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Memory for so many bytes, from a multiple of 64 on.
class ScratchMemory {
public:
  explicit ScratchMemory(int64_t bytes) : memory(new char[bytes + 63]) {}
  char *data() const {
    return reinterpret_cast<char *>((reinterpret_cast<uintptr_t>(memory.get()) + 63) / 64 * 64);
  }

private:
  std::unique_ptr<char[]> memory;
};

/// Calls Routine::run for each.
template <typename Routine>
const char *for_each_of(const Batch &batch) {
  Workspace counted;
  typename Routine::Space(counted, batch);
  const ScratchMemory memory(counted.bytes());
  char *const scratch = memory.data();
  for (int64_t member = 0; member < batch.members; ++member)
    if constexpr (ForTeams<Routine>)
      Routine::run({batch, member, scratch}, OneThread());
    else
      Routine::run({batch, member, scratch});
  return nullptr;
}

/// Calls Routine<T>::run for each, where T is the matrices' type.
template <template <typename> class Routine>
const char *for_each_member(const shardc_call &call) {
  return for_type(call, [&]<typename T>(T) { return for_each_of<Routine<T>>(batch_of(call)); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
