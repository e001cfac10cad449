// SPDX-License-Identifier: Apache-2.0
// The words of CUDA for kernels that are counted.
#pragma once

#define EMULATION_LOCAL
#define __shared__ static __attribute__((section("shared_memory")))
#define EMULATION_UNSEEN __attribute__((no_sanitize("thread")))
#include "../runtime/device.h"

#include <cstdint>

namespace emulation {
enum class Meeting { warp, shuffle, tensor, block };
void meet(Meeting meeting);
/// The bits that the thread `by` away has given, too.
uint64_t exchanged(uint64_t bits, int by);
void gathered(const Words &own, Words (&all)[32]);
void begin_copy(const Copy &copy);
void commit();
void wait_for(int left);
} // namespace emulation

EMULATION_UNSEEN inline void __syncwarp(unsigned = ~0u) {
  emulation::meet(emulation::Meeting::warp);
}
EMULATION_UNSEEN inline void __syncthreads() { emulation::meet(emulation::Meeting::block); }
template <typename T>
EMULATION_UNSEEN inline T __shfl_xor_sync(unsigned, T value, int by) {
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  bits = emulation::exchanged(bits, by);
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
#include "../runtime/ballot.h"
#include "../runtime/tensor.h"
