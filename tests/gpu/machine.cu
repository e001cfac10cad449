// SPDX-License-Identifier: Apache-2.0
// Measures what a GPU is, in the numbers that `shardc list machines` and tests/bench/gpu_model have of
// one: rates of memory, of its caches and of operations, and how long a load takes. Prints JSON. A
// figure is the best of a few launches, timed by events; latencies are by the multiprocessor's clock.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    if (cudaError_t error = (call); error != cudaSuccess) {                                        \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));                          \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

__device__ float sink;

__global__ void readAll(const float4 *from, size_t count) {
  float sum = 0;
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += step) {
    const float4 x = __ldcg(from + i);
    sum += x.x + x.y + x.z + x.w;
  }
  if (sum == 1.5f) sink = sum;
}

__global__ void copyAll(const float4 *from, float4 *to, size_t count) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += step)
    to[i] = from[i];
}

/// Each block reads the same few bytes of its own again and again: they stay in its first cache.
__global__ void readCached(const float4 *from, int count, int times) {
  float sum = 0;
  for (int t = 0; t < times; ++t)
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
      float4 x;
      asm volatile("ld.global.ca.v4.f32 {%0, %1, %2, %3}, [%4];"
                   : "=f"(x.x), "=f"(x.y), "=f"(x.z), "=f"(x.w)
                   : "l"(from + blockIdx.x * count + i));
      sum += x.x + x.y + x.z + x.w;
    }
  if (sum == 1.5f) sink = sum;
}

template <bool isFused> __global__ void compute(float a, float b, int times) {
  float x[8];
  for (int k = 0; k < 8; ++k) x[k] = threadIdx.x + k;
  for (int t = 0; t < times; ++t)
#pragma unroll
    for (int k = 0; k < 8; ++k) x[k] = isFused ? fmaf(x[k], a, b) : __fadd_rn(__fmul_rn(x[k], a), b);
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += x[k];
  if (sum == 1.5f) sink = sum;
}

/// Each load's address is what the load before it brought.
__global__ void chase(const unsigned *from, int steps, unsigned stride, long long *cycles, int how) {
  unsigned at = 0;
  for (int warm = 0; warm < (how == 0 ? steps : 0); ++warm) at = from[at];
  const long long begin = clock64();
  for (int i = 0; i < steps; ++i) at = how == 0 ? __ldca(from + at) : __ldcg(from + at);
  *cycles = clock64() - begin;
  if (at == 0xffffffffu) sink = at;
}

__global__ void chaseShared(int steps, long long *cycles) {
  __shared__ unsigned next[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) next[i] = (i + 33) % 1024;
  __syncthreads();
  unsigned at = threadIdx.x;
  const long long begin = clock64();
  for (int i = 0; i < steps; ++i) at = next[at];
  *cycles = clock64() - begin;
  if (at == 0xffffffffu) sink = at;
}

__global__ void clocks(long long *cycles, int times) {
  unsigned long long from, to;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(from));
  const long long begin = clock64();
  float x = threadIdx.x;
  for (int t = 0; t < times; ++t) x = fmaf(x, 1.0001f, 0.5f);
  const long long end = clock64();
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(to));
  if (threadIdx.x == 0) cycles[0] = end - begin, cycles[1] = to - from;
  if (x == 1.5f) sink = x;
}

__global__ void nothing() {}

static double seconds(const std::function<void()> &launch, int rounds = 5) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  float best = 1e30f;
  for (int round = 0; round <= rounds; ++round) {
    CHECK(cudaEventRecord(begin));
    launch();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    if (round > 0) best = std::min(best, ms);
  }
  CHECK(cudaGetLastError());
  return best * 1e-3;
}

int main() {
  cudaDeviceProp device;
  CHECK(cudaGetDeviceProperties(&device, 0));
  const int cores = device.multiProcessorCount;
  constexpr size_t kMost = size_t(4) << 30;
  char *memory = nullptr;
  long long *cycles = nullptr;
  CHECK(cudaMalloc(&memory, kMost));
  CHECK(cudaMemset(memory, 0, kMost));
  CHECK(cudaMallocManaged(&cycles, 64));
  const auto *from = reinterpret_cast<const float4 *>(memory);
  auto *to = reinterpret_cast<float4 *>(memory + kMost / 2);
  std::printf("{\"name\": \"%s\", \"cores\": %d, \"l2\": %d", device.name, cores, device.l2CacheSize);
  const auto say = [](const char *name, double value) { std::printf(",\n \"%s\": %.4g", name, value); };

  clocks<<<cores, 256>>>(cycles, 1 << 22);
  CHECK(cudaDeviceSynchronize());
  const double clock = cycles[0] / (cycles[1] * 1e-9);
  say("clock", clock);
  for (size_t megabytes : {2, 4, 8, 16, 24, 32, 48, 64, 128, 1024}) {
    const size_t count = (megabytes << 20) / 16;
    const int times = int(std::max<size_t>(1, 1024 / megabytes));
    const double once = seconds([&] {
      for (int t = 0; t < times; ++t) readAll<<<cores * 8, 256>>>(from, count);
    });
    std::printf(",\n \"read_%zu_mb\": %.4g", megabytes, double(count) * 16 * times / once);
  }
  for (size_t megabytes : {4, 16, 64, 1024}) {
    const size_t count = (megabytes << 20) / 16;
    const double once = seconds([&] { copyAll<<<cores * 8, 256>>>(from, to, count); });
    std::printf(",\n \"copy_%zu_mb\": %.4g", megabytes, double(count) * 32 / once);
  }
  for (int blocks : {1, 8, 32, 66}) {
    const size_t count = (size_t(blocks) * 8 << 20) / 16;
    const double once = seconds([&] { readAll<<<blocks, 1024>>>(to, count); }, 2);
    std::printf(",\n \"read_bytes_a_cycle_of_each_of_%d\": %.4g", blocks,
                double(count) * 16 / once / clock / blocks);
  }
  {
    const double once = seconds([&] { readCached<<<cores, 1024>>>(from, 2048, 2000); });
    say("cached_bytes_a_cycle", 2048.0 * 16 * 2000 / once / clock);
  }
  {
    constexpr int kTimes = 1 << 14;
    const double all = double(cores) * 4 * 512 * 8 * kTimes;
    say("fused_operations", 2 * all / seconds([&] { compute<true><<<cores * 4, 512>>>(1, 0, kTimes); }));
    say("other_operations", 2 * all / seconds([&] { compute<false><<<cores * 4, 512>>>(1, 0, kTimes); }));
  }
  const auto latency = [&](const char *name, size_t bytes, unsigned stride, int how) {
    std::vector<unsigned> next(bytes / 4);
    for (size_t i = 0; i < next.size(); i += stride) next[i] = unsigned((i + stride) % next.size());
    CHECK(cudaMemcpy(memory, next.data(), bytes, cudaMemcpyDefault));
    if (how == 2) CHECK(cudaMemset(memory + kMost / 2, 0, kMost / 2)); // nothing is left in the L2
    const int steps = int(next.size() / stride);
    for (int round = 0; round < (how == 1 ? 2 : 1); ++round)
      chase<<<1, 1>>>(reinterpret_cast<unsigned *>(memory), steps, stride, cycles, how);
    CHECK(cudaDeviceSynchronize());
    say(name, double(*cycles) / steps);
  };
  latency("latency_cached", 16 << 10, 32, 0);
  latency("latency_l2", 4 << 20, 256, 1);
  latency("latency_memory", size_t(256) << 20, 4096, 2);
  chaseShared<<<1, 32>>>(4096, cycles);
  CHECK(cudaDeviceSynchronize());
  say("latency_shared", double(*cycles) / 4096);
  say("seconds_a_launch", seconds([&] { for (int i = 0; i < 1000; ++i) nothing<<<1, 32>>>(); }) / 1000);
  say("seconds_a_launch_of_all", seconds([&] { for (int i = 0; i < 1000; ++i) nothing<<<cores * 8, 256>>>(); }) / 1000);
  std::printf("}\n");
}
