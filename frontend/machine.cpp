// SPDX-License-Identifier: Apache-2.0
#include "frontend/machine.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// By ElementType. Integers of 64 bits are made of some four operations on 32 on GPUs, and half as
/// many fit a vector on CPUs; all others, and i1, are computed as i32 is, complex numbers as their
/// parts.
static Operations operationsOf(double f32, double f64, double i32, double i64) {
  Operations all = {};
  for (ElementType type : elementTypes()) {
    const ElementInfo &row = info(type);
    const bool isWide = info(partOf(type).value_or(row.computed)).bytes == 8;
    all[static_cast<size_t>(type)] = row.isRounded ? (isWide ? f64 : f32) : isWide ? i64 : i32;
  }
  return all;
}

ArrayRef<Machine> machines() {
  static const Machine table[] = {
      // NVIDIA H100 SXM5 80 GB. Measured (tests/gpu/machine.cu, docs/benchmarks.md): memory, where
      // the data sheet has 3.35 TB/s, the L2, FP32, in the data sheet 66.9 TFLOP/s, and first
      // caches. Data sheet: NVLink, 900 GB/s in both directions together, and FP64 without tensor
      // cores; "NVIDIA H100 Tensor Core GPU Architecture": INT32, SMs, L2, 227 KB of shared memory
      // for a block. Launches and messages: about what CUDA and NCCL take; the shortest kernel
      // takes 3.2 us. Network: data sheet of DGX H100, an adapter of 400 Gbit/s for each GPU.
      {.name = "h100",
       .summary = "NVIDIA H100 SXM5, 80 GB, over NVLink",
       .memoryBandwidth = 3.05e12,
       .lastCacheBandwidth = 5.0e12,
       .cacheBandwidth = 25.5e12,
       .linkBandwidth = 450e9,
       .networkBandwidth = 50e9,
       .operations = operationsOf(59.7e12, 33.5e12, 33.5e12, 8.4e12),
       .launch = 2e-6,
       .message = 10e-6,
       .networkMessage = 20e-6,
       .cores = 132,
       .threadsPerCore = 2048,
       .cache = 50 << 20,
       .sharedMemory = 227 << 10,
       .cacheLine = 128,
       .vector = 16},
      // NVIDIA A100 SXM 80 GB: data sheet (NVLink 600 GB/s in both directions together) and "NVIDIA
      // A100 Tensor Core GPU Architecture"; its L2 beside memory as an H100's.
      {.name = "a100",
       .summary = "NVIDIA A100 SXM, 80 GB, over NVLink",
       .memoryBandwidth = 2.039e12,
       .lastCacheBandwidth = 3.34e12,
       .cacheBandwidth = 19.5e12,
       .linkBandwidth = 300e9,
       .networkBandwidth = 25e9,
       .operations = operationsOf(19.5e12, 9.7e12, 19.5e12, 4.9e12),
       .launch = 2e-6,
       .message = 10e-6,
       .networkMessage = 20e-6,
       .cores = 108,
       .threadsPerCore = 2048,
       .cache = 40 << 20,
       .sharedMemory = 163 << 10,
       .cacheLine = 128,
       .vector = 16},
      // A core of an AMD EPYC 9654, since a device is a thread there, and its share of what the 96
      // cores have together: data sheet (2.4 GHz, 460.8 GB/s) and "Software Optimization Guide for
      // the AMD Zen4 Microarchitecture" (two multiply-adds of 256 bits a cycle, 32 bytes of the
      // L3). What comes of another thread is read and written. Launches and messages: a call, a
      // meeting of threads. Network: Ethernet of 100 Gbit/s, for the whole host, and what a message
      // through its sockets takes.
      {.name = "cpu",
       .summary = "a core of a server's CPU (AMD EPYC 9654)",
       .memoryBandwidth = 4.8e9,
       .lastCacheBandwidth = 76.8e9,
       .cacheBandwidth = 153.6e9,
       .linkBandwidth = 2.4e9,
       .networkBandwidth = 12.5e9,
       .operations = operationsOf(76.8e9, 38.4e9, 38.4e9, 19.2e9),
       .launch = 1e-7,
       .message = 5e-6,
       .networkMessage = 20e-6,
       .cores = 1,
       .threadsPerCore = 1,
       .cache = 1 << 20,
       .sharedMemory = 32 << 10,
       .cacheLine = 64,
       .vector = 64},
  };
  return table;
}

const Machine *findMachine(StringRef name) {
  const auto *found =
      llvm::find_if(machines(), [&](const Machine &machine) { return machine.name == name; });
  return found == machines().end() ? nullptr : found;
}

ArrayRef<MachineNumber> machineNumbers() {
  static constexpr MachineNumber table[] = {
      {"memory_bandwidth", &Machine::memoryBandwidth},
      {"cache_bandwidth", &Machine::cacheBandwidth},
      {"link_bandwidth", &Machine::linkBandwidth},
      {"launch", &Machine::launch},
      {"message", &Machine::message},
      {"cores", &Machine::cores},
      {"threads_per_core", &Machine::threadsPerCore},
      {"cache", &Machine::cache},
      {"shared_memory", &Machine::sharedMemory},
      {"cache_line", &Machine::cacheLine},
      {"vector", &Machine::vector},
      {"last_cache_bandwidth", &Machine::lastCacheBandwidth, &Machine::memoryBandwidth},
      {"network_bandwidth", &Machine::networkBandwidth, &Machine::linkBandwidth},
      {"network_message", &Machine::networkMessage, &Machine::message},
      {"network_small", &Machine::networkSmall, nullptr, "network_small_message"},
      {"network_small_message", &Machine::networkSmallMessage, nullptr, "network_small"},
      {"own_cache", &Machine::ownCache, nullptr, "network_rewrite_bandwidth"},
      {"network_rewrite_bandwidth", &Machine::networkRewriteBandwidth, nullptr, "own_cache"},
  };
  return table;
}

} // namespace shardc
