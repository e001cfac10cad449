// SPDX-License-Identifier: Apache-2.0
// Copies from memory to shared memory that are under way while threads do other things: what is
// copied passes no register. GPUs below compute capability 8.0 copy at once.
#pragma once

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

// Text that is compiled for a processor, to be tested there, brings these itself.
#ifdef __CUDACC__
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 800
/// Copies `bytes` of memory, 16 or none, to shared memory, which gets 16: the others are 0.
__device__ inline void copy_async(void *to, const void *from, int bytes) {
  *static_cast<float4 *>(to) = bytes > 0 ? *static_cast<const float4 *>(from) : float4{};
}
__device__ inline void commit_copies() {}
template <int left>
__device__ inline void wait_for_copies() {}
#else
/// Begins to copy `bytes` of memory to shared memory, which gets 16: the others are 0.
__device__ inline void copy_async(void *to, const void *from, int bytes) {
  const auto place = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
               :
               : "r"(place), "l"(from), "r"(bytes)
               : "memory");
}
/// The copies since the last call belong together.
__device__ inline void commit_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
/// Waits for this thread's copies, but for what belongs to the last `left` calls.
template <int left>
__device__ inline void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" : : "n"(left) : "memory");
}
#endif
#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
