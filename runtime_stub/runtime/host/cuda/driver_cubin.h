// SPDX-License-Identifier: Apache-2.0
// The calls of CUDA's runtime that a bundle makes, on NVIDIA's driver alone: a bundle whose kernels
// are compiled already needs neither CUDA's compiler nor its headers. The driver's library,
// libcuda.so.1, is opened when a GPU is first asked for; where there is none an Error says so.
// Structs and values are those of the CUDA Driver API.
#pragma once

#include "runtime/namespace.h"

#include <cstddef>

struct CUstream_st;
struct CUevent_st;
struct CUlib_st;
struct CUkern_st;

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

using cudaError_t = int;
using cudaStream_t = CUstream_st *;
using cudaEvent_t = CUevent_st *;

constexpr cudaError_t cudaSuccess = 0, cudaErrorMemoryAllocation = 2, cudaErrorNotReady = 600,
                      cudaErrorPeerAccessAlreadyEnabled = 704;
using cudaHostFn_t = void (*)(void *data);
constexpr unsigned cudaStreamNonBlocking = 1, cudaEventDisableTiming = 2;
enum cudaMemcpyKind { cudaMemcpyDefault = 4 };

struct cudaDeviceProp {
  char name[256];
  struct {
    char bytes[16];
  } uuid;
  int major, minor; // compute capability
};
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned width = 1, unsigned height = 1, unsigned depth = 1)
      : x(width), y(height), z(depth) {}
};

const char *cudaGetErrorString(cudaError_t status);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int gpu);
cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int gpu);
cudaError_t cudaSetDevice(int gpu);
cudaError_t cudaDeviceCanAccessPeer(int *can, int gpu, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
/// The driver keeps no error for later.
inline cudaError_t cudaGetLastError() { return cudaSuccess; }

cudaError_t cudaMalloc(void **block, size_t bytes);
cudaError_t cudaFree(void *block);
cudaError_t cudaMemGetInfo(size_t *free, size_t *all);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream);

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventDestroy(cudaEvent_t event);

/// An image, a cubin or PTX that ends with a 0, its kernels by name, and a launch of one with the
/// addresses of its arguments.
cudaError_t cudaLibraryLoadData(CUlib_st **library, const char *image);
cudaError_t cudaLibraryUnload(CUlib_st *library);
cudaError_t cudaLibraryGetKernel(CUkern_st **kernel, CUlib_st *library, const char *name);
cudaError_t cudaLaunchKernel(CUkern_st *kernel, dim3 grid, dim3 block, void **arguments,
                             cudaStream_t stream);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
