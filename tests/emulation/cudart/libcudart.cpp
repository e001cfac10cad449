// SPDX-License-Identifier: Apache-2.0
// A stand-in for CUDA's runtime, with the prototypes of its own header, over the stand-in for the
// driver: what bundles with compiled kernels have in its place does the work.
#include "runtime/host/cuda/driver_cubin.cpp"

#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstring>
#include <utility>

namespace emulated = shardc::runtime;

static cudaError_t last = cudaSuccess;

static cudaError_t done(int status) {
  if (status != 0) last = static_cast<cudaError_t>(status);
  return static_cast<cudaError_t>(status);
}

const char *cudaGetErrorString(cudaError_t error) { return emulated::cudaGetErrorString(error); }
cudaError_t cudaGetLastError() { return std::exchange(last, cudaSuccess); }

cudaError_t cudaGetDeviceCount(int *count) { return done(emulated::cudaGetDeviceCount(count)); }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int gpu) {
  emulated::cudaDeviceProp found = {};
  const cudaError_t status = done(emulated::cudaGetDeviceProperties(&found, gpu));
  *properties = {};
  std::snprintf(properties->name, sizeof properties->name, "%s", found.name);
  std::memcpy(properties->uuid.bytes, found.uuid.bytes, sizeof found.uuid.bytes);
  properties->major = found.major;
  properties->minor = found.minor;
  return status;
}
cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int gpu) {
  return done(emulated::cudaDeviceGetPCIBusId(text, size, gpu));
}
cudaError_t cudaSetDevice(int gpu) { return done(emulated::cudaSetDevice(gpu)); }
cudaError_t cudaDeviceCanAccessPeer(int *can, int gpu, int peer) {
  return done(emulated::cudaDeviceCanAccessPeer(can, gpu, peer));
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  return done(emulated::cudaDeviceEnablePeerAccess(peer, flags));
}

cudaError_t cudaMalloc(void **block, size_t bytes) {
  return done(emulated::cudaMalloc(block, bytes));
}
cudaError_t cudaMemGetInfo(size_t *free, size_t *all) {
  return done(emulated::cudaMemGetInfo(free, all));
}
cudaError_t cudaFree(void *block) { return block ? done(emulated::cudaFree(block)) : cudaSuccess; }
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return done(emulated::cudaMemcpyAsync(to, from, bytes, emulated::cudaMemcpyKind(kind), stream));
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
  return done(emulated::cudaMemcpy2DAsync(to, toPitch, from, fromPitch, width, height,
                                          emulated::cudaMemcpyKind(kind), stream));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  return done(emulated::cudaStreamCreateWithFlags(stream, flags));
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return done(emulated::cudaStreamDestroy(stream));
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return static_cast<cudaError_t>(emulated::cudaStreamQuery(stream));
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return done(emulated::cudaStreamWaitEvent(stream, event, flags));
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
  return done(emulated::cudaLaunchHostFunc(stream, function, data));
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  return done(emulated::cudaEventCreateWithFlags(event, flags));
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return done(emulated::cudaEventRecord(event, stream));
}
cudaError_t cudaEventDestroy(cudaEvent_t event) { return done(emulated::cudaEventDestroy(event)); }
