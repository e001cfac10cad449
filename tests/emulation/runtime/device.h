// SPDX-License-Identifier: Apache-2.0
// The words of CUDA that kernels use, for C++ compilers.
#pragma once

// Where several threads run kernels, each has a grid of its own.
#ifndef EMULATION_LOCAL
#define EMULATION_LOCAL thread_local
#endif

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned width = 1, unsigned height = 1, unsigned depth = 1)
      : x(width), y(height), z(depth) {}
};
inline EMULATION_LOCAL dim3 gridDim, blockDim, blockIdx, threadIdx;

// What is read at once: one access to clang, which counts them.
#ifdef __clang__
typedef unsigned char uchar4 __attribute__((ext_vector_type(4), may_alias));
typedef float float2 __attribute__((ext_vector_type(2), may_alias));
typedef float float4 __attribute__((ext_vector_type(4), may_alias));
#else
struct __attribute__((aligned(4), may_alias)) uchar4 {
  unsigned char x, y, z, w;
};
struct __attribute__((aligned(8), may_alias)) float2 {
  float x, y;
};
struct __attribute__((aligned(16), may_alias)) float4 {
  float x, y, z, w;
};
#endif

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#ifndef __shared__
#define __shared__ static EMULATION_LOCAL
#endif
#define __launch_bounds__(...)

// Of what no kernel does.
#ifndef EMULATION_UNSEEN
#define EMULATION_UNSEEN
#endif

namespace emulation {
/// What a thread gives of the factors of a product on tensor cores, or of a line of them.
struct Words {
  unsigned at[6];
};
/// Of memory to shared memory, 16 bytes, of which only the first are copied and the others are 0.
struct Copy {
  void *to;
  const void *from;
  int bytes;
};
} // namespace emulation

#define SHARDC_NOT_EMULATED                                                                        \
  __attribute__((unavailable("the emulation has barriers and shuffles by xor alone")))
template <typename T>
T __shfl_sync(unsigned mask, T value, int lane, int width = 32) SHARDC_NOT_EMULATED;
template <typename T>
T __shfl_down_sync(unsigned mask, T value, unsigned by, int width = 32) SHARDC_NOT_EMULATED;
template <typename T>
T atomicAdd(T *at, T value) SHARDC_NOT_EMULATED;
