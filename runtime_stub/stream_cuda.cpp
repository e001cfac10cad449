// SPDX-License-Identifier: Apache-2.0
// A device as a CUDA stream. Several devices may share a GPU.
#include "launch_cuda.h"

#include "box.h"

#include <thread>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

void check(cudaError_t status, const char *step, int device) {
  if (status != cudaSuccess)
    throw Error(Exit::environment, "device " + std::to_string(device) + ", step " + step + ": " +
                                       cudaGetErrorString(status));
}

struct Stream::State {
  int device = 0, gpu = 0;
  std::chrono::milliseconds limit{};
  std::shared_ptr<Failure> failure;
  cudaStream_t stream = nullptr;
  bool stuck = false;
  std::vector<void *> memory;

  ~State() {
    if (stuck) return; // freeing would wait for ever
    cudaSetDevice(gpu);
    for (void *block : memory)
      cudaFree(block);
    if (stream != nullptr) cudaStreamDestroy(stream);
  }
};

/// How many GPUs to use.
static int choose_gpus(int devices, const Options &options) {
  const int found = static_cast<int>(list_gpus().size());
  if (options.gpus > found)
    throw Error(Exit::environment, "this machine has " + std::to_string(found) + " GPUs, not " +
                                       std::to_string(options.gpus));
  return std::min(options.gpus == 0 ? found : options.gpus, devices);
}

std::vector<Stream> open_streams(int devices, const Options &options,
                                 std::shared_ptr<Failure> failure) {
  const int gpus = choose_gpus(devices, options);
  std::vector<Stream> streams;
  for (int device = 0; device < devices; ++device) {
    auto state = std::make_shared<Stream::State>();
    state->device = device;
    state->gpu = static_cast<int>(owner(devices, gpus, device)); // neighbours together
    state->limit = options.limit;
    state->failure = failure;
    check(cudaSetDevice(state->gpu), "choose GPU", device);
    check(cudaStreamCreateWithFlags(&state->stream, cudaStreamNonBlocking), "create stream",
          device);
    streams.emplace_back(std::move(state));
  }
  return streams;
}

Handle use(Stream &stream) {
  const Stream::State &state = stream.state();
  check(cudaSetDevice(state.gpu), "choose GPU", state.device);
  return {state.stream, state.device};
}

char *Stream::allocate(size_t bytes) {
  const Handle on = use(*this);
  void *block = nullptr;
  check(cudaMalloc(&block, std::max<size_t>(bytes, 1)), "allocate", on.device);
  shared->memory.push_back(block);
  return static_cast<char *>(block);
}

void Stream::upload(char *to, const char *from, size_t bytes) {
  const Handle on = use(*this);
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, on.stream), "copy", on.device);
  wait();
}

void Stream::download(char *to, const char *from, size_t bytes) { upload(to, from, bytes); }

bool Stream::wait_a_glance() {
  using Clock = std::chrono::steady_clock;
  const Handle on = use(*this);
  const auto end = Clock::now() + kGlance;
  cudaError_t status;
  while ((status = cudaStreamQuery(on.stream)) == cudaErrorNotReady && Clock::now() < end)
    std::this_thread::sleep_for(std::chrono::microseconds(10));
  if (status == cudaErrorNotReady) return false;
  check(status, "wait", on.device);
  return true;
}

std::string Stream::current() const { return "work"; } // CUDA does not say

void Stream::wait() {
  const auto end = std::chrono::steady_clock::now() + shared->limit;
  while (!wait_a_glance()) {
    shared->failure->check();
    if (std::chrono::steady_clock::now() < end) continue;
    shared->stuck = true;
    throw Error(Exit::environment, "device " + std::to_string(shared->device) + ": " + current() +
                                       " did not end within the limit");
  }
  shared->failure->check();
}

std::vector<std::string> list_gpus() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess || count == 0)
    throw Error(Exit::environment, std::string("no GPU to run on: ") + cudaGetErrorString(status) +
                                       "; build with -DBACKEND=cpu to run on this machine's CPUs");
  std::vector<std::string> names;
  for (int gpu = 0; gpu < count; ++gpu) {
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, gpu), "ask for its name", gpu);
    names.push_back(properties.name);
  }
  return names;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
