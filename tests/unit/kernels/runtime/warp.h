// SPDX-License-Identifier: Apache-2.0
// What kernels say whose threads work together: four neighbours at once, combining over threads,
// and sums of leaves that wait in registers.
#pragma once

#include <cstring>

#ifdef __CUDACC__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL
#endif

namespace shardc::runtime {

/// Registers get four neighbours in memory.
__device__ inline void load4(float *to, const float *from) {
  const float4 four = *reinterpret_cast<const float4 *>(from);
  memcpy(to, &four, sizeof four);
}
/// Four neighbours in memory get what registers hold. nvcc may take the store of a float4 apart,
/// but not this one.
__device__ inline void store4(float *to, const float *from) {
#ifdef __CUDA_ARCH__
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(__cvta_generic_to_global(to)),
               "f"(from[0]), "f"(from[1]), "f"(from[2]), "f"(from[3])
               : "memory");
#else
  memcpy(to, from, sizeof(float4));
#endif
}
/// From or to memory that a block shares.
__device__ inline void copy4(float *to, const float *from) {
  *reinterpret_cast<float4 *>(to) = *reinterpret_cast<const float4 *>(from);
}

/// What `combine` makes of the values of `threads` neighbouring threads, neighbours first; each of
/// them gets it.
template <int threads, typename T, typename Combine>
__device__ inline T over_threads(T value, Combine combine) {
  UNROLL
  for (int by = 1; by < threads; by *= 2)
    value = combine(value, __shfl_xor_sync(~0u, value, by));
  return value;
}

/// Adds up so many leaves, a power of two, which come in their order: the last becomes the total.
/// All indices are known when a kernel is compiled, so what waits is in registers.
template <typename T, int leaves>
class FullTree;
template <int rows, int columns, int leaves>
class FullTree<float[rows][columns], leaves> {
public:
  __device__ void add(int leaf, float(&sum)[rows][columns]) {
    bool goesOn = true; // to what waits on this level; else it has found its place
    UNROLL
    for (int level = 0; level < levels(leaves); ++level) {
      const bool isRight = (leaf >> level & 1) != 0;
      UNROLL
      for (int r = 0; r < rows; ++r)
        UNROLL
      for (int c = 0; c < columns; ++c) {
        if (goesOn && isRight) sum[r][c] = waiting[level][r][c] + sum[r][c];
        if (goesOn && !isRight) waiting[level][r][c] = sum[r][c];
      }
      goesOn = goesOn && isRight;
    }
  }

private:
  static constexpr int levels(int count) { return count == 1 ? 0 : 1 + levels(count / 2); }
  float waiting[levels(leaves)][rows][columns];
};

} // namespace shardc::runtime
