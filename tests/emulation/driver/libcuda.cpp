// SPDX-License-Identifier: Apache-2.0
// Stands in for NVIDIA's driver, with the prototypes of its own header: bundles whose kernels are
// compiled run on CPUs. Memory is the host's, and work is done when it is given, or late
// (streams.h). Kernels are found in images as the driver finds them, and run by the functions of
// the same names that the library EMULATED_KERNELS has (kernels.h). EMULATED_GPUS has the compute
// capabilities of GPUs: "80,90". Images that are loaded are named on standard error, and so is what
// is never freed.
//
// EMULATED_RECORD names a file to which calls are added, a line each. EMULATED_PEERS=none: no GPU
// reaches another's memory. EMULATED_DELAY has milliseconds for which a stream has work when a
// function of the host is put behind it. EMULATED_FAULT=1: a stream fails instead, and calls none.
// EMULATED_MEMORY has the bytes that a block may have. EMULATED_SEEN=alike: all processes see the
// same GPUs; else each has its own.
#include "kernels.h"
#include "record.h"
#include "streams.h"

#include <cuda.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

// What the header only names.
struct CUctx_st {
  int gpu;
  std::set<int> peers = {};
};
struct CUlib_st {
  const char *image;
  int architecture; // of a cubin; 0: PTX
};
struct CUkern_st {
  const emulation::Kernel *kernel;
  const CUlib_st *library;
};

namespace {

/// What is there to be freed.
struct Live {
  std::set<const void *> all;
  ~Live() {
    if (!all.empty()) std::fprintf(stderr, "driver: %zu things are never freed\n", all.size());
  }
  template <typename T>
  T *add(T *thing) {
    all.insert(thing);
    return thing;
  }
  bool remove(const void *thing) { return all.erase(thing) == 1; }
} live;

emulation::Streams streams;
int made = 0; // streams and events

thread_local CUcontext current = nullptr;

std::vector<int> gpus() {
  std::vector<int> all;
  const char *text = std::getenv("EMULATED_GPUS");
  for (const char *at = text; at && *at; at = std::strchr(at, ',') ? std::strchr(at, ',') + 1 : "")
    all.push_back(std::atoi(at));
  return all;
}

const emulation::Kernel *emulatedKernel(const char *name) {
  static void *const library = dlopen(std::getenv("EMULATED_KERNELS"), RTLD_NOW);
  if (!library) return nullptr;
  auto *kernel = static_cast<const emulation::Kernel *>(dlsym(library, "emulatedKernels"));
  while (kernel && kernel->name && std::strcmp(kernel->name, name) != 0)
    ++kernel;
  return kernel && kernel->name ? kernel : nullptr;
}

/// Whether a cubin has code of this name.
bool hasKernel(const char *image, const std::string &name) {
  const auto *header = reinterpret_cast<const Elf64_Ehdr *>(image);
  const auto *sections = reinterpret_cast<const Elf64_Shdr *>(image + header->e_shoff);
  const char *names = image + sections[header->e_shstrndx].sh_offset;
  for (int section = 0; section < header->e_shnum; ++section)
    if (names + sections[section].sh_name == ".text." + name) return true;
  return false;
}

bool hasEntry(const char *ptx, const std::string &name) {
  return std::strstr(ptx, (".entry " + name + "(").c_str()) != nullptr;
}

bool isSet(const char *variable, const char *value) {
  const char *text = std::getenv(variable);
  return text && std::strcmp(text, value) == 0;
}

using emulation::record;

bool is(CUdeviceptr address, size_t bytes) { return address != 0 || bytes == 0; }
void *at(CUdeviceptr address) { return reinterpret_cast<void *>(address); }

} // namespace

CUresult cuInit(unsigned) { return CUDA_SUCCESS; }

CUresult cuGetErrorString(CUresult error, const char **text) {
  *text = error == CUDA_ERROR_NOT_FOUND ? "named symbol not found" : "emulated error";
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count) {
  *count = static_cast<int>(gpus().size());
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  *device = ordinal;
  return ordinal < static_cast<int>(gpus().size()) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice device) {
  std::snprintf(name, static_cast<size_t>(size), "emulated GPU %d", device);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
  *uuid = {};
  const int process = isSet("EMULATED_SEEN", "alike") ? 0 : getpid();
  std::memcpy(uuid->bytes, &process, sizeof process);
  std::memcpy(uuid->bytes + sizeof process, &device, sizeof device);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetPCIBusId(char *text, int size, CUdevice device) {
  std::snprintf(text, static_cast<size_t>(size), "0000:%02X:00.0", 0x3b + device);
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  const int capability = gpus()[static_cast<size_t>(device)];
  *value =
      attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? capability / 10 : capability % 10;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  *context = new CUctx_st{device}; // the driver frees it when the process ends
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  current = context;
  return CUDA_SUCCESS;
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
  if (device == peer) return CUDA_ERROR_INVALID_DEVICE;
  *can = !isSet("EMULATED_PEERS", "none");
  return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  if (!current || current == peer || flags != 0) return CUDA_ERROR_INVALID_VALUE;
  record("cuCtxEnablePeerAccess " + std::to_string(current->gpu) + " " + std::to_string(peer->gpu));
  const bool isNew = current->peers.insert(peer->gpu).second;
  return isNew ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
}

CUresult cuMemGetInfo(size_t *free, size_t *all) {
  *all = size_t{80} << 30;
  const char *const most = std::getenv("EMULATED_MEMORY");
  *free = most ? std::strtoull(most, nullptr, 10) : *all;
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr *block, size_t bytes) {
  if (!current) return CUDA_ERROR_INVALID_CONTEXT;
  size_t free = 0, all = 0;
  cuMemGetInfo(&free, &all);
  if (bytes > free) return CUDA_ERROR_OUT_OF_MEMORY;
  *block =
      reinterpret_cast<CUdeviceptr>(live.add(std::aligned_alloc(256, (bytes + 255) / 256 * 256)));
  return CUDA_SUCCESS;
}

CUresult cuMemFree(CUdeviceptr block) {
  if (!live.remove(at(block))) return CUDA_ERROR_INVALID_VALUE;
  streams.waitForAll();
  std::free(at(block));
  return CUDA_SUCCESS;
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  if (!stream || !is(to, bytes) || !is(from, bytes)) return CUDA_ERROR_INVALID_VALUE;
  record("cuMemcpyAsync " + std::to_string(bytes) + " " + std::to_string(stream->number));
  streams.give(stream, [=] { std::memmove(at(to), at(from), bytes); });
  return CUDA_SUCCESS;
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream) {
  const bool isPlain = copy->srcMemoryType == CU_MEMORYTYPE_UNIFIED &&
                       copy->dstMemoryType == CU_MEMORYTYPE_UNIFIED && copy->srcXInBytes == 0 &&
                       copy->srcY == 0 && copy->dstXInBytes == 0 && copy->dstY == 0;
  const bool fits = copy->WidthInBytes <= copy->srcPitch && copy->WidthInBytes <= copy->dstPitch;
  if (!stream || !isPlain || !fits) return CUDA_ERROR_INVALID_VALUE;
  std::string numbers; // rows, bytes of each, how far they lie apart there and here
  for (const size_t number : {copy->Height, copy->WidthInBytes, copy->dstPitch, copy->srcPitch})
    numbers += std::to_string(number) + " ";
  record("cuMemcpy2DAsync " + numbers + std::to_string(stream->number));
  streams.give(stream, [copy = *copy] {
    for (size_t row = 0; row < copy.Height; ++row)
      std::memcpy(at(copy.dstDevice + row * copy.dstPitch),
                  at(copy.srcDevice + row * copy.srcPitch), copy.WidthInBytes);
  });
  return CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  if (!current || flags != CU_STREAM_NON_BLOCKING) return CUDA_ERROR_INVALID_VALUE;
  *stream = live.add(new CUstream_st{current->gpu, made++});
  streams.add(*stream);
  record("cuStreamCreate " + std::to_string((*stream)->number) + " " +
         std::to_string(current->gpu));
  return CUDA_SUCCESS;
}

CUresult cuStreamDestroy(CUstream stream) {
  if (!live.remove(stream)) return CUDA_ERROR_INVALID_VALUE;
  while (stream->waiting != 0)
    std::this_thread::yield();
  streams.remove(stream);
  delete stream;
  return CUDA_SUCCESS;
}

CUresult cuStreamQuery(CUstream stream) {
  if (!stream) return CUDA_ERROR_INVALID_VALUE;
  record("cuStreamQuery");
  if (stream->failed) return CUDA_ERROR_ILLEGAL_ADDRESS;
  return stream->waiting == 0 ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY;
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data) {
  if (!stream) return CUDA_ERROR_INVALID_VALUE;
  record("cuLaunchHostFunc");
  if (isSet("EMULATED_FAULT", "1")) {
    stream->failed = true;
    return CUDA_SUCCESS;
  }
  streams.wait(stream);
  const char *const delay = std::getenv("EMULATED_DELAY");
  ++stream->waiting;
  // The driver has a thread of its own for these, and the stream has work until they return.
  std::thread([=, wait = std::chrono::milliseconds(delay ? std::atoi(delay) : 0)] {
    std::this_thread::sleep_for(wait);
    function(data);
    --stream->waiting;
  }).detach();
  return CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  if (!stream || !event || flags != 0) return CUDA_ERROR_INVALID_VALUE;
  record("cuStreamWaitEvent " + std::to_string(stream->number) + " " +
         std::to_string(event->number));
  streams.hold(stream, event);
  return CUDA_SUCCESS;
}

CUresult cuEventCreate(CUevent *event, unsigned flags) {
  if (flags != CU_EVENT_DISABLE_TIMING) return CUDA_ERROR_INVALID_VALUE;
  *event = live.add(new CUevent_st{made++});
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  if (!event || !stream) return CUDA_ERROR_INVALID_VALUE;
  record("cuEventRecord " + std::to_string(event->number) + " " + std::to_string(stream->number));
  emulation::Streams::record(event, stream);
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy(CUevent event) {
  if (!live.remove(event)) return CUDA_ERROR_INVALID_VALUE;
  delete event;
  return CUDA_SUCCESS;
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *image, CUjit_option *, void **, unsigned,
                           CUlibraryOption *, void **, unsigned) {
  const auto *header = static_cast<const Elf64_Ehdr *>(image);
  const bool isElf = std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0;
  const char *target =
      isElf ? nullptr : std::strstr(static_cast<const char *>(image), ".target sm_");
  if (isElf ? header->e_machine != EM_CUDA : !target) return CUDA_ERROR_INVALID_IMAGE;
  const int architecture = isElf ? static_cast<int>(header->e_flags >> 8 & 0xff) : 0;
  std::fprintf(stderr, "driver: loads %s for %d\n", isElf ? "a cubin" : "PTX",
               isElf ? architecture : std::atoi(target + std::strlen(".target sm_")));
  *library = live.add(new CUlib_st{static_cast<const char *>(image), architecture});
  return CUDA_SUCCESS;
}

CUresult cuLibraryUnload(CUlibrary library) {
  if (!live.remove(library)) return CUDA_ERROR_INVALID_VALUE;
  delete library;
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) {
  const bool isThere =
      library->architecture ? hasKernel(library->image, name) : hasEntry(library->image, name);
  const emulation::Kernel *emulated = emulatedKernel(name);
  if (!isThere || !emulated) return CUDA_ERROR_NOT_FOUND;
  static std::map<std::pair<CUlibrary, std::string>, CUkern_st> kernels;
  *kernel = &(kernels[{library, name}] = {emulated, library});
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
                        unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                        CUstream stream, void **arguments, void **extra) {
  const auto *kernel = reinterpret_cast<CUkernel>(function);
  const int gpu = gpus()[static_cast<size_t>(stream->gpu)], of = kernel->library->architecture;
  if (of != 0 && (of > gpu || of / 10 != gpu / 10)) return CUDA_ERROR_NO_BINARY_FOR_GPU;
  if (current->gpu != stream->gpu || sharedBytes != 0 || extra) return CUDA_ERROR_INVALID_VALUE;
  record(std::string("cuLaunchKernel ") + kernel->kernel->name + " " +
         std::to_string(stream->number));
  streams.give(stream,
               kernel->kernel->launch({gridX, gridY, gridZ}, {blockX, blockY, blockZ}, arguments));
  return CUDA_SUCCESS;
}

/// For the stand-in for NCCL: work of several streams at once, and the number of one.
extern "C" void emulatedGive(const std::vector<CUstream> &all, std::function<void()> work) {
  streams.giveAll(all, std::move(work));
}
extern "C" int emulatedNumber(CUstream stream) { return stream->number; }
