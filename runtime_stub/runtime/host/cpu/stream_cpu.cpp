// SPDX-License-Identifier: Apache-2.0
// Devices on CPUs: memory, and a thread of the session's team that does their work.
#include "runtime/host/cpu/launch_cpu.h"

#include "runtime/host/cpu/stream_cpu.h"
#include "runtime/host/pages.h"
#include "runtime/host/program.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

#ifdef __linux__
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What a thread does, FLOPs or bytes, while another one wakes: in a hundred microseconds.
constexpr int64_t kWhileWaking = 2'000'000;

/// Of the machine, whichever this process may use.
static int processors() {
#ifdef __linux__
  return static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
#else
  return static_cast<int>(std::thread::hardware_concurrency());
#endif
}

/// As many as asked for; else one per processor that this process may use, if they have work; of a
/// machine's that several processes share, its part.
static int choose_threads(const Program &program, const Options &options) {
  if (options.threads < 0 || options.threads > kMostThreads)
    throw Error(Exit::usage, "there may be 1 to " + std::to_string(kMostThreads) +
                                 " threads, not " + std::to_string(options.threads));
  if (options.threads > 0) return options.threads;
  if (program.work < kWhileWaking) return 1;
  const int here = static_cast<int>(std::thread::hardware_concurrency());
  const int shared = options.processes ? processors() / options.processes->on_this_host() : here;
  return std::max(1, std::min(here, shared));
}

std::vector<std::vector<Stream>> open_streams(const Program &program,
                                              const std::vector<int> &devices,
                                              const Options &options,
                                              std::shared_ptr<Failure> failure) {
  if (options.gpus != 0)
    throw Error(Exit::environment, "this program is built for CPUs; it cannot use " +
                                       std::to_string(options.gpus) + " GPUs");
  if (options.collectives == "cuda_local" || options.collectives == "nccl")
    throw Error(Exit::usage, "this program is built for CPUs; --collectives " +
                                 options.collectives + " is for GPUs");
  const auto team = std::make_shared<Team>(devices, choose_threads(program, options), options.limit,
                                           std::move(failure));
  std::vector<std::vector<Stream>> streams(team->carriers());
  for (int device : devices) {
    auto state = std::make_shared<Stream::State>();
    state->device = device;
    state->carrier = team->carrier(device);
    state->team = team;
    streams[state->carrier].emplace_back(std::move(state));
  }
  return streams;
}

constexpr size_t kLine = 256, kPage = 4096; // [bytes]

/// Where a device's memory begins in its block: what devices have at one place of their arenas must
/// not share the few places that a cache has for it, as a collective reads it of all of them at
/// once.
static size_t begin_of(int device) { return device % (kPage / kLine) * (kPage + kLine); }

#ifdef __linux__
/// What is left of a limit on the process's addresses; the most there is where there is none.
static size_t within_limit() {
  constexpr size_t kMost = ~size_t{0};
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kMost;
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const size_t taken = pages * static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur - std::min<size_t>(taken, limit.rlim_cur);
}

/// Of this machine or, if that is less, of this process; 0 where it is not known.
static size_t free_bytes() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word && word != "MemAvailable:") {
  }
  size_t kilobytes = 0;
  file >> kilobytes;
  return std::min(kilobytes << 10, within_limit());
}
#endif

static Error no_memory(int device, size_t bytes) {
  std::string line =
      "device " + std::to_string(device) + ": no memory for " + std::to_string(bytes) + " bytes";
#ifdef __linux__
  if (const size_t free = free_bytes(); free > 0) line += ": " + std::to_string(free) + " are free";
#endif
  return Error(Exit::environment, line);
}

char *Stream::allocate(size_t bytes) {
  const size_t begin = begin_of(shared->device);
  char *const block = allocate_pages(begin + bytes + kLine, kLine);
  if (block == nullptr) throw no_memory(shared->device, bytes);
  shared->memory.emplace_back(block, &std::free);
  return block + begin;
}

void Stream::free(char *memory) noexcept {
  const char *const block = memory - begin_of(shared->device);
  std::erase_if(shared->memory, [&](const auto &own) { return own.get() == block; });
}

void Stream::upload(char *to, const char *from, size_t bytes) { std::memcpy(to, from, bytes); }
void Stream::download(char *to, const char *from, size_t bytes) { std::memcpy(to, from, bytes); }

std::string where_is(const Stream &stream) { return stream.state().team->where(); }

void begin(Stream &stream, const char *step) {
  const Stream::State &state = stream.state();
  state.team->begin(state.carrier, state.device, step);
}

void divide(Stream &stream, Chunks chunks, FunctionRef<void(int64_t, int64_t)> body) {
  const Stream::State &state = stream.state();
  const int idle = state.team->idle();
  if (chunks.extent <= chunks.size || idle <= 0) return body(0, chunks.extent);
  const int64_t size = chunks.size_for(idle + 1);
  state.team->divide(state.carrier, (chunks.extent + size - 1) / size,
                     [&](int64_t first, int64_t last) {
                       body(first * size, std::min(last * size, chunks.extent));
                     });
}

void run_on(std::vector<Machine> &machines, FunctionRef<void(Machine &)> give) {
  Team &team = *machines.front().local.front().stream.state().team;
  team.run([&](int carrier) { give(machines[carrier]); });
}

void give_to(std::vector<Machine> &machines, FunctionRef<void(Machine &)> give) {
  run_on(machines, give);
}

void finish_on(std::vector<Machine> &) {}

static Instructions of_processor() {
#ifdef __x86_64__
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  return v4 ? Instructions::avx512 : v3 ? Instructions::avx2 : Instructions::baseline;
#else
  return Instructions::baseline;
#endif
}

Instructions instructions() {
  static constexpr const char *names[] = {"baseline", "avx2", "avx512"};
  const Instructions most = of_processor();
  const char *named = std::getenv("SHARDC_ISA");
  if (!named || !*named) return most;
  for (int k = 0; k <= static_cast<int>(most); ++k)
    if (std::strcmp(named, names[k]) == 0) return static_cast<Instructions>(k);
  throw Error(Exit::usage, std::string("SHARDC_ISA is '") + named +
                               "'; this processor has instructions up to '" +
                               names[static_cast<int>(most)] + "' of baseline, avx2, avx512");
}

std::string collectives_here() { return has_mpi() ? "threads and mpi" : "threads, without MPI"; }

std::vector<std::string> list_gpus() { return {"no GPU: threads of this machine's CPUs"}; }

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
