// SPDX-License-Identifier: Apache-2.0
// The driver's functions are looked up by name, all at once, when the first of them is called.
// Their names have versions: those here are what its header of CUDA 12 and 13 stands for.
#include "runtime/host/cuda/driver_cubin.h"

#include "runtime/error.h"

#include <dlfcn.h>

#include <mutex>
#include <vector>

struct CUctx_st;

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

using Address = unsigned long long; // on a device, or, as all addresses are one space, of the host

/// A copy of rows (CUDA_MEMCPY2D).
struct RowsCopy {
  struct Side {
    size_t x, y;
    int memory = 4; // CU_MEMORYTYPE_UNIFIED: the address says whose
    const void *host = nullptr;
    Address address;
    void *array = nullptr;
    size_t pitch;
  } from, to;
  size_t width, height;
};

/// The driver's functions, by their names less `cu`.
struct Driver {
  int (*Init)(unsigned flags);
  int (*GetErrorString)(int status, const char **text);
  int (*DeviceGetCount)(int *count);
  int (*DeviceGet)(int *device, int ordinal);
  int (*DeviceGetName)(char *name, int size, int device);
  int (*DeviceGetAttribute)(int *value, int attribute, int device);
  int (*DeviceGetUuid)(char (*uuid)[16], int device);
  int (*DeviceGetPCIBusId)(char *text, int size, int device);
  int (*DevicePrimaryCtxRetain)(CUctx_st **context, int device);
  int (*CtxSetCurrent)(CUctx_st *context);
  int (*DeviceCanAccessPeer)(int *can, int device, int peer);
  int (*CtxEnablePeerAccess)(CUctx_st *peer, unsigned flags);
  int (*MemAlloc)(Address *block, size_t bytes);
  int (*MemFree)(Address block);
  int (*MemGetInfo)(size_t *free, size_t *all);
  int (*MemcpyAsync)(Address to, Address from, size_t bytes, CUstream_st *stream);
  int (*Memcpy2DAsync)(const RowsCopy *copy, CUstream_st *stream);
  int (*StreamCreate)(CUstream_st **stream, unsigned flags);
  int (*StreamDestroy)(CUstream_st *stream);
  int (*StreamQuery)(CUstream_st *stream);
  int (*StreamWaitEvent)(CUstream_st *stream, CUevent_st *event, unsigned flags);
  int (*LaunchHostFunc)(CUstream_st *stream, void (*function)(void *), void *data);
  int (*EventCreate)(CUevent_st **event, unsigned flags);
  int (*EventRecord)(CUevent_st *event, CUstream_st *stream);
  int (*EventDestroy)(CUevent_st *event);
  int (*LibraryLoadData)(CUlib_st **library, const void *image, int *options, void **values,
                         unsigned count, int *library_options, void **library_values,
                         unsigned library_count);
  int (*LibraryUnload)(CUlib_st *library);
  int (*LibraryGetKernel)(CUkern_st **kernel, CUlib_st *library, const char *name);
  int (*LaunchKernel)(CUkern_st *kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                      CUstream_st *stream, void **arguments, void **extra);
};

template <typename Function>
void find(void *library, const char *name, Function *&function) {
  function = reinterpret_cast<Function *>(dlsym(library, name));
  if (function == nullptr)
    throw Error(Exit::environment, std::string("NVIDIA's driver has no ") + name +
                                       ": it is older than CUDA 12; update it, or build with "
                                       "-DBACKEND=cpu");
}

Driver open_driver() {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  if (library == nullptr)
    throw Error(Exit::environment, std::string("no GPU to run on: ") + one_line(dlerror()) +
                                       "; install NVIDIA's driver, or build with -DBACKEND=cpu to "
                                       "run on this machine's CPUs");
  Driver driver;
  find(library, "cuInit", driver.Init);
  find(library, "cuGetErrorString", driver.GetErrorString);
  find(library, "cuDeviceGetCount", driver.DeviceGetCount);
  find(library, "cuDeviceGet", driver.DeviceGet);
  find(library, "cuDeviceGetName", driver.DeviceGetName);
  find(library, "cuDeviceGetAttribute", driver.DeviceGetAttribute);
  find(library, "cuDeviceGetUuid_v2", driver.DeviceGetUuid);
  find(library, "cuDeviceGetPCIBusId", driver.DeviceGetPCIBusId);
  find(library, "cuDevicePrimaryCtxRetain", driver.DevicePrimaryCtxRetain);
  find(library, "cuCtxSetCurrent", driver.CtxSetCurrent);
  find(library, "cuDeviceCanAccessPeer", driver.DeviceCanAccessPeer);
  find(library, "cuCtxEnablePeerAccess", driver.CtxEnablePeerAccess);
  find(library, "cuMemAlloc_v2", driver.MemAlloc);
  find(library, "cuMemFree_v2", driver.MemFree);
  find(library, "cuMemGetInfo_v2", driver.MemGetInfo);
  find(library, "cuMemcpyAsync", driver.MemcpyAsync);
  find(library, "cuMemcpy2DAsync_v2", driver.Memcpy2DAsync);
  find(library, "cuStreamCreate", driver.StreamCreate);
  find(library, "cuStreamDestroy_v2", driver.StreamDestroy);
  find(library, "cuStreamQuery", driver.StreamQuery);
  find(library, "cuStreamWaitEvent", driver.StreamWaitEvent);
  find(library, "cuLaunchHostFunc", driver.LaunchHostFunc);
  find(library, "cuEventCreate", driver.EventCreate);
  find(library, "cuEventRecord", driver.EventRecord);
  find(library, "cuEventDestroy_v2", driver.EventDestroy);
  find(library, "cuLibraryLoadData", driver.LibraryLoadData);
  find(library, "cuLibraryUnload", driver.LibraryUnload);
  find(library, "cuLibraryGetKernel", driver.LibraryGetKernel);
  find(library, "cuLaunchKernel", driver.LaunchKernel);
  return driver;
}

const Driver &driver() {
  static const Driver driver = open_driver();
  return driver;
}

Address address(const void *at) { return reinterpret_cast<Address>(at); }

} // namespace

const char *cudaGetErrorString(cudaError_t status) {
  const char *text = nullptr;
  driver().GetErrorString(status, &text);
  return text != nullptr ? text : "an error that the driver has no text for";
}

cudaError_t cudaGetDeviceCount(int *count) {
  const cudaError_t status = driver().Init(0);
  return status != cudaSuccess ? status : driver().DeviceGetCount(count);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int gpu) {
  constexpr int kMajor = 75, kMinor = 76; // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_...
  int device = 0;
  cudaError_t status = driver().DeviceGet(&device, gpu);
  if (status == cudaSuccess)
    status = driver().DeviceGetName(properties->name, sizeof properties->name, device);
  if (status == cudaSuccess)
    status = driver().DeviceGetAttribute(&properties->major, kMajor, device);
  if (status == cudaSuccess)
    status = driver().DeviceGetAttribute(&properties->minor, kMinor, device);
  if (status == cudaSuccess) status = driver().DeviceGetUuid(&properties->uuid.bytes, device);
  return status;
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int gpu) {
  int device = 0;
  const cudaError_t status = driver().DeviceGet(&device, gpu);
  return status != cudaSuccess ? status : driver().DeviceGetPCIBusId(text, size, device);
}

/// As CUDA's runtime does, a GPU's context is kept for as long as the process runs.
static cudaError_t find_context(int gpu, CUctx_st *&context) {
  static std::mutex mutex;
  static std::vector<CUctx_st *> contexts;
  const std::lock_guard lock(mutex);
  if (contexts.size() <= static_cast<size_t>(gpu)) contexts.resize(gpu + 1);
  if (contexts[gpu] == nullptr) {
    int device = 0;
    cudaError_t status = driver().DeviceGet(&device, gpu);
    if (status == cudaSuccess) status = driver().DevicePrimaryCtxRetain(&contexts[gpu], device);
    if (status != cudaSuccess) return status;
  }
  context = contexts[gpu];
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int gpu) {
  CUctx_st *context = nullptr;
  const cudaError_t status = find_context(gpu, context);
  return status != cudaSuccess ? status : driver().CtxSetCurrent(context);
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int gpu, int peer) {
  int device = 0, other = 0;
  cudaError_t status = driver().DeviceGet(&device, gpu);
  if (status == cudaSuccess) status = driver().DeviceGet(&other, peer);
  return status != cudaSuccess ? status : driver().DeviceCanAccessPeer(can, device, other);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  CUctx_st *context = nullptr;
  const cudaError_t status = find_context(peer, context);
  return status != cudaSuccess ? status : driver().CtxEnablePeerAccess(context, flags);
}

cudaError_t cudaMalloc(void **block, size_t bytes) {
  Address at = 0;
  const cudaError_t status = driver().MemAlloc(&at, bytes);
  *block = reinterpret_cast<void *>(at);
  return status;
}

cudaError_t cudaFree(void *block) { return driver().MemFree(address(block)); }

cudaError_t cudaMemGetInfo(size_t *free, size_t *all) { return driver().MemGetInfo(free, all); }

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
  return driver().MemcpyAsync(address(to), address(from), bytes, stream);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind, cudaStream_t stream) {
  RowsCopy copy = {};
  copy.from.address = address(from);
  copy.from.pitch = from_pitch;
  copy.to.address = address(to);
  copy.to.pitch = to_pitch;
  copy.width = width;
  copy.height = height;
  return driver().Memcpy2DAsync(&copy, stream);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  return driver().StreamCreate(stream, flags);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) { return driver().StreamDestroy(stream); }

cudaError_t cudaStreamQuery(cudaStream_t stream) { return driver().StreamQuery(stream); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  return driver().StreamWaitEvent(stream, event, flags);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
  return driver().LaunchHostFunc(stream, function, data);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  return driver().EventCreate(event, flags);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return driver().EventRecord(event, stream);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) { return driver().EventDestroy(event); }

cudaError_t cudaLibraryLoadData(CUlib_st **library, const char *image) {
  return driver().LibraryLoadData(library, image, nullptr, nullptr, 0, nullptr, nullptr, 0);
}

cudaError_t cudaLibraryUnload(CUlib_st *library) { return driver().LibraryUnload(library); }

cudaError_t cudaLibraryGetKernel(CUkern_st **kernel, CUlib_st *library, const char *name) {
  return driver().LibraryGetKernel(kernel, library, name);
}

cudaError_t cudaLaunchKernel(CUkern_st *kernel, dim3 grid, dim3 block, void **arguments,
                             cudaStream_t stream) {
  return driver().LaunchKernel(kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z, 0, stream,
                               arguments, nullptr);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
