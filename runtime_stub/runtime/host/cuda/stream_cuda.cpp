// SPDX-License-Identifier: Apache-2.0
// A device as a CUDA stream. Several devices may share a GPU.
//
// Who waits sleeps until a function of the host, which stands on the streams behind their work,
// wakes it. A GPU that has failed calls no such function, so now and then it looks for that too.
#include "runtime/host/cuda/launch_cuda.h"

#include "runtime/host/cuda/bell_cuda.h"
#include "runtime/host/hash.h"
#include "runtime/host/program.h"
#include "runtime/host/start/processes.h"

#include <map>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

void check(cudaError_t status, const char *step, const char *where) {
  if (status != cudaSuccess)
    throw Error(Exit::environment,
                std::string(where) + ", step " + step + ": " + cudaGetErrorString(status));
}

struct Stream::State {
  int device = 0, gpu = 0;
  std::string where; // for people
  std::chrono::milliseconds limit{};
  std::shared_ptr<Failure> failure;
  std::shared_ptr<Kernels> kernels; // where they are not linked
  cudaStream_t stream = nullptr;
  std::shared_ptr<bool> stuck = std::make_shared<bool>(false); // with those beside it
  std::shared_ptr<Bell> bell; // of whoever waits for this one, and others
  std::vector<void *> memory;
  std::map<const void *, std::shared_ptr<void>> kept; // for libraries

  ~State() {
    if (*stuck) { // freeing would wait for ever
      static_cast<void>(new std::shared_ptr<Kernels>(kernels));
      static_cast<void>(new auto(std::move(kept)));
      return;
    }
    cudaSetDevice(gpu);
    kept.clear();
    for (void *block : memory)
      cudaFree(block);
    if (stream != nullptr) cudaStreamDestroy(stream);
  }
};

/// By its place in the machine, too, as logs of the driver know it. Asked for before there is any
/// work: of a GPU that has failed CUDA tells nothing.
static std::string name_of(int gpu) {
  char bus[32] = "";
  const cudaError_t status = cudaDeviceGetPCIBusId(bus, sizeof bus, gpu);
  return "GPU " + std::to_string(gpu) +
         (status == cudaSuccess ? " (" + std::string(bus) + ")" : std::string());
}

/// Which GPUs this process sees, in which order: two numbers that other GPUs do not have.
static std::vector<int> seen_gpus(int found) {
  Hash seen;
  for (int gpu = 0; gpu < found; ++gpu) {
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, gpu), "ask which it is", name_of(gpu).c_str());
    seen.add(properties.uuid.bytes, sizeof properties.uuid.bytes);
  }
  return {static_cast<int>(seen.value), static_cast<int>(seen.value >> 32)};
}

/// This process's GPUs, of those that it sees: processes that see the same ones have a part each,
/// in the order of their ranks. Where GPUs are too few, those that exchange nothing have all.
static Interval own_gpus(const Program &program, const Options &options, int64_t found) {
  if (!options.processes) return {0, found};
  const std::vector<int> own = seen_gpus(static_cast<int>(found)),
                         all = share_out(options.processes.get(), own, options.limit);
  int64_t alike = 0, place = 0;
  for (int process = 0; process < options.processes->count(); ++process) {
    if (!std::equal(own.begin(), own.end(), all.begin() + process * 2)) continue;
    place += process < options.processes->rank();
    ++alike;
  }
  if (found < alike && program.collectives == nullptr) return {0, found};
  if (found < alike)
    throw Error(Exit::environment, std::to_string(alike) + " processes see the same " +
                                       (found == 1 ? "GPU" : std::to_string(found) + " GPUs") +
                                       "; each needs one");
  return cut(found, alike, place);
}

/// Those of them that are used.
static Interval choose_gpus(const Program &program, int devices, const Options &options) {
  const auto found = static_cast<int64_t>(list_gpus().size());
  const Interval own = own_gpus(program, options, found);
  const std::string whose = own.size() == found ? "this machine has " + std::to_string(found)
                                                : "this process has " + std::to_string(own.size()) +
                                                      " of the " + std::to_string(found);
  if (options.gpus > own.size())
    throw Error(Exit::environment, whose + " GPUs, not " + std::to_string(options.gpus));
  const int64_t most = options.gpus == 0 ? own.size() : options.gpus;
  return {own.lo, own.lo + std::min<int64_t>(most, devices)};
}

/// The GPU that a device is on, which is at `place` of `devices` here: the program's wish, unless
/// the options say how many to use.
static int gpu_of(const Program &program, const Options &options, Interval gpus, int device,
                  int64_t place, int64_t devices) {
  if (program.gpus.empty() || options.gpus != 0) // neighbours together
    return static_cast<int>(gpus.lo + owner(devices, gpus.size(), place));
  const int gpu = program.gpus[device], found = static_cast<int>(list_gpus().size());
  if (gpu < found) return gpu;
  throw Error(Exit::environment, "device " + std::to_string(device) + " is to be on GPU " +
                                     std::to_string(gpu) + ", and this machine has " +
                                     std::to_string(found) + "; --gpus N shares them out anew");
}

std::vector<std::vector<Stream>> open_streams(const Program &program,
                                              const std::vector<int> &devices,
                                              const Options &options,
                                              std::shared_ptr<Failure> failure) {
  if (options.threads != 0)
    throw Error(Exit::usage, "this program is built for GPUs; threads are for CPUs");
  if (options.check_messages)
    throw Error(Exit::usage, "this program is built for GPUs; --check-messages is for CPUs");
  if (options.collectives == "threads" || options.collectives == "mpi")
    throw Error(Exit::usage, "this program is built for GPUs; --collectives " +
                                 options.collectives + " is for CPUs");
  const int here = static_cast<int>(devices.size());
  const Interval gpus = choose_gpus(program, here, options);
  std::vector<Stream> streams;
  std::map<int, std::shared_ptr<Kernels>> kernels; // by GPU
  for (int place = 0; place < here; ++place) {
    const int device = devices[place];
    auto state = std::make_shared<Stream::State>();
    state->device = device;
    state->gpu = gpu_of(program, options, gpus, device, place, here);
    state->where = "device " + std::to_string(device) + " on " + name_of(state->gpu);
    state->limit = options.limit;
    state->failure = failure;
    const char *const where = state->where.c_str();
    check(cudaSetDevice(state->gpu), "choose GPU", where);
    check(cudaStreamCreateWithFlags(&state->stream, cudaStreamNonBlocking), "create stream", where);
    if (program.kernels != nullptr && kernels[state->gpu] == nullptr)
      kernels[state->gpu] = program.kernels(state->gpu);
    state->kernels = kernels[state->gpu];
    streams.emplace_back(std::move(state));
  }
  return {streams};
}

Stream beside(Stream &stream) {
  const Stream::State &first = stream.state();
  const Handle on = use(stream);
  auto state = std::make_shared<Stream::State>();
  state->device = on.device;
  state->gpu = on.gpu;
  state->where = first.where;
  state->limit = first.limit;
  state->failure = first.failure;
  state->kernels = first.kernels;
  state->stuck = first.stuck;
  check(cudaStreamCreateWithFlags(&state->stream, cudaStreamNonBlocking), "create stream",
        on.where);
  return Stream(std::move(state));
}

Event::Event(Stream &stream, const char *step) {
  check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), step, use(stream).where);
}

Event::~Event() { cudaEventDestroy(event); }

void Event::record(Stream &stream, const char *step) {
  const Handle on = use(stream);
  check(cudaEventRecord(event, on.stream), step, on.where);
}

void Event::hold(Stream &stream, const char *step) const {
  const Handle on = use(stream);
  check(cudaStreamWaitEvent(on.stream, event, 0), step, on.where);
}

Handle use(Stream &stream) {
  const Stream::State &state = stream.state();
  check(cudaSetDevice(state.gpu), "choose GPU", state.where.c_str());
  return {state.stream, state.device, state.gpu, state.where.c_str()};
}

std::shared_ptr<void> &kept(Stream &stream, const void *key) { return stream.state().kept[key]; }

Kernels &kernels_of(Stream &stream) { return *stream.state().kernels; }

static Error no_memory(const Handle &on, size_t bytes) {
  size_t free = 0, all = 0;
  cudaGetLastError(); // it would be the next call's, too
  check(cudaMemGetInfo(&free, &all), "ask for memory", on.where);
  return Error(Exit::environment, std::string(on.where) + ": no memory for " +
                                      std::to_string(bytes) + " bytes: " + std::to_string(free) +
                                      " of " + std::to_string(all) + " are free");
}

char *Stream::allocate(size_t bytes) {
  const Handle on = use(*this);
  void *block = nullptr;
  const cudaError_t status = cudaMalloc(&block, std::max<size_t>(bytes, 1));
  if (status == cudaErrorMemoryAllocation) throw no_memory(on, bytes);
  check(status, "allocate", on.where);
  shared->memory.push_back(block);
  return static_cast<char *>(block);
}

void Stream::free(char *memory) noexcept {
  if (*shared->stuck) return; // it would wait for ever
  cudaSetDevice(shared->gpu);
  cudaFree(memory);
  std::erase(shared->memory, memory);
}

/// What CUDA calls.
static void strike(void *bell) { static_cast<Bell *>(bell)->strike(); }

/// The bell will be struck when the stream's work so far is done.
static void hang(Bell &bell, Stream &stream) {
  const Handle on = use(stream);
  bell.hang();
  const cudaError_t status = cudaLaunchHostFunc(on.stream, strike, &bell);
  if (status != cudaSuccess) bell.strike();
  check(status, "wait", on.where);
}

/// One that hangs nowhere.
static std::shared_ptr<Bell> bell_of(Stream &stream) {
  std::shared_ptr<Bell> &bell = stream.state().bell;
  if (bell == nullptr || bell->is_hung()) bell = std::make_shared<Bell>();
  return bell;
}

/// Whether the stream has work left; throws where it has failed.
static bool is_busy(Stream &stream) {
  const Handle on = use(stream);
  const cudaError_t status = cudaStreamQuery(on.stream);
  if (status != cudaErrorNotReady) check(status, "wait", on.where);
  return status == cudaErrorNotReady;
}

/// Throws that those of the streams that are busy have not come to an end.
template <typename ForEach>
static void give_up(const ForEach &for_each) {
  std::string late;
  for_each([&](Stream &stream) {
    Stream::State &state = stream.state();
    *state.stuck = is_busy(stream);
    if (*state.stuck && late.empty()) late = state.where + ": ";
  });
  throw Error(Exit::environment, late + "work did not end within the limit");
}

/// Waits until the work of all streams is done that `for_each` calls its act for, of which `first`
/// is one; throws what went wrong, or that the limit has passed.
template <typename ForEach>
static void wait(Stream &first, const ForEach &for_each) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + first.state().limit;
  const std::shared_ptr<Bell> bell = bell_of(first);
  for_each([&](Stream &stream) { hang(*bell, stream); });
  while (!bell->wait_until(std::min(end, Clock::now() + kGlance))) {
    for_each(is_busy);
    first.state().failure->check();
    if (Clock::now() >= end) give_up(for_each);
  }
  for_each(is_busy); // the last of it may be the function that woke us
}

void finish(Stream &stream) {
  wait(stream, [&](const auto &act) { act(stream); });
}

void Stream::upload(char *to, const char *from, size_t bytes) {
  const Handle on = use(*this);
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, on.stream), "copy", on.where);
  finish(*this);
}

void Stream::download(char *to, const char *from, size_t bytes) { upload(to, from, bytes); }

void give_to(std::vector<Machine> &machines, FunctionRef<void(Machine &)> give) {
  for (Machine &machine : machines)
    give(machine);
}

void finish_on(std::vector<Machine> &machines) {
  wait(machines.front().local.front().stream, [&](const auto &act) {
    for (Machine &machine : machines)
      for (Slot &slot : machine.local)
        act(slot.stream);
  });
}

void run_on(std::vector<Machine> &machines, FunctionRef<void(Machine &)> give) {
  give_to(machines, give);
  finish_on(machines);
}

std::string where_is(const Stream &) { return ""; }

std::string collectives_here() {
  return std::string("cuda_local and nccl (where libnccl.so.2 is), ") +
         (has_mpi() ? "with MPI" : "without MPI");
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
    check(cudaGetDeviceProperties(&properties, gpu), "ask for its name", name_of(gpu).c_str());
    names.push_back(properties.name);
  }
  return names;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
