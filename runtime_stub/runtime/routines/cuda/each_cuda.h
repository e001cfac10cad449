// SPDX-License-Identifier: Apache-2.0
// Launches the kernels of routines: those that are linked, or are compiled already.
#pragma once

#include "runtime/routines/cuda/members_cuda.h"

#include <algorithm>

// Bundles whose kernels are compiled already do without CUDA's compiler.
#ifdef SHARDC_CUBIN
#include "runtime/routines/cuda/by_name_cubin.h"
#else
#include "runtime/routines/cuda/kernel_cuda.h"

#include <cuda_runtime.h>
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifndef SHARDC_CUBIN
template <typename Work>
__global__ void __launch_bounds__(Work::kThreads, 1) run_work(const Work work) {
  do_work(work);
}
#endif

/// Puts a kernel on the call's stream; kernels.def says its name. Returns what is wrong, as far as
/// it is known, or null.
template <typename Work>
const char *launch_work(const shardc_call &call, [[maybe_unused]] const char *kernel,
                        int64_t blocks, int threads, const Work &work) {
#ifdef SHARDC_CUBIN
  return launch_by_name(call, kernel, unsigned(blocks), unsigned(threads), &work);
#else
  run_work<<<unsigned(blocks), unsigned(threads), 0, static_cast<cudaStream_t>(call.stream)>>>(
      work);
  const cudaError_t failed = cudaGetLastError();
  return failed ? cudaGetErrorString(failed) : nullptr;
#endif
}

/// Of a thread for each of so many.
template <typename Work>
const char *launch_threads(const shardc_call &call, const char *kernel, int64_t count,
                           const Work &work) {
  return launch_work(call, kernel, (count + Work::kThreads - 1) / Work::kThreads, Work::kThreads,
                     work);
}

/// How many threads a matrix has: as many as one of its columns has elements, a warp at least.
inline int threads_for(const Batch &batch) {
  const int64_t rows = batch.operands[0].rows;
  return int(std::min<int64_t>((rows + 31) / 32 * 32, kThreadsOfMember));
}

/// Calls Routine::run for each, in memory that the call has for all.
template <typename Routine>
const char *for_each_of(const Batch &batch, const shardc_call &call, const char *kernel) {
  const int64_t bytes = bytes_of_member<Routine>(batch);
  if (call.scratch_bytes < bytes * batch.members) return kTooLittleScratch;
  const Members<Routine> work = {batch, static_cast<char *>(call.scratch), bytes};
  if constexpr (work.kIsForTeams)
    return launch_work(call, kernel, batch.members, threads_for(batch), work);
  else
    return launch_threads(call, kernel, batch.members, work);
}

/// Calls Routine<T>::run for each, where T is the matrices' type.
template <template <typename> class Routine>
const char *for_each_member(const shardc_call &call, const char *kernel) {
  return for_type(
      call, [&]<typename T>(T) { return for_each_of<Routine<T>>(batch_of(call), call, kernel); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
