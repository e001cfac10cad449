// SPDX-License-Identifier: Apache-2.0
// cuSOLVER, for a batch: memory for all of its members, what cuSOLVER asks for beside that, and its
// types.
#pragma once

#include "runtime/libraries/cuda/columns_cuda.h"
#include "runtime/libraries/cuda/kept_cuda.h"
#include "runtime/libraries/cuda/types_cuda.h"

#include <cusolverDn.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

inline void check(cusolverStatus_t status) {
  switch (status) {
  case CUSOLVER_STATUS_SUCCESS:
    return;
  case CUSOLVER_STATUS_NOT_INITIALIZED:
    throw LibraryError{"cuSOLVER cannot begin its work"};
  case CUSOLVER_STATUS_ALLOC_FAILED:
    throw LibraryError{"cuSOLVER gets no memory"};
  case CUSOLVER_STATUS_INVALID_VALUE:
    throw LibraryError{"cuSOLVER does not take what it is given"};
  case CUSOLVER_STATUS_ARCH_MISMATCH:
  case CUSOLVER_STATUS_NOT_SUPPORTED:
    throw LibraryError{"cuSOLVER does not do this on this GPU"};
  default:
    throw LibraryError{"cuSOLVER has failed"};
  }
}

/// Memory that a call of cuSOLVER works in.
struct SolverWork {
  char *device = nullptr, *host = nullptr;
  size_t device_bytes = 0, host_bytes = 0;
};

/// Of functions that count memory in numbers of their type: `size` of these, and the same again.
template <typename T>
SolverWork work_of(int size) {
  return {nullptr, nullptr, size_t(size) * sizeof(T), 0};
}
template <typename T>
typename CudaNumber<T>::Type *numbers_of(const SolverWork &work) {
  return as_cuda(reinterpret_cast<T *>(work.device));
}
template <typename T>
int size_of(const SolverWork &work) {
  return int(work.device_bytes / sizeof(T));
}

/// cuSOLVER on a device.
struct Solver {
  struct Handle {
    cusolverDnHandle_t it = nullptr;
    Handle() { check(cusolverDnCreate(&it)); }
    Handle(const Handle &) = delete;
    ~Handle() { cusolverDnDestroy(it); }
  };
  struct Params { // of its own choice
    cusolverDnParams_t it = nullptr;
    Params() { check(cusolverDnCreateParams(&it)); }
    Params(const Params &) = delete;
    ~Params() { cusolverDnDestroyParams(it); }
  };

  Handle handle;
  Params params;
  LibraryMemory memory;

  /// Memory of the host. Earlier calls may still be at work in what they have got.
  char *host(size_t bytes) {
    if (bytes > host_bytes) {
      blocks.push_back(std::make_unique<char[]>(bytes));
      host_bytes = bytes;
    }
    return blocks.empty() ? nullptr : blocks.back().get();
  }

private:
  std::vector<std::unique_ptr<char[]>> blocks;
  size_t host_bytes = 0;
};

/// A batch at work.
struct SolverBatch {
  const Batch &batch;
  cusolverDnHandle_t handle;
  cusolverDnParams_t params;
  cudaStream_t stream;
};

/// Runs Routine<T> on a batch, where T is the matrices' type. A Routine has `Space`, the memory
/// that all members take; `work`, what cuSOLVER asks for beside it; and `run`.
template <template <typename> class Routine>
const char *by_cusolver(const shardc_call &call) {
  return by_library_for_type(call, [&]<typename T>(T) {
    const Batch batch = batch_of(call);
    auto &solver = kept<Solver>(call);
    const auto stream = static_cast<cudaStream_t>(call.stream);
    check(cusolverDnSetStream(solver.handle.it, stream));
    const SolverBatch all{batch, solver.handle.it, solver.params.it, stream};
    SolverWork work = Routine<T>::work(all);
    const auto space = solver.memory.pieces([&](Workspace &memory) {
      const typename Routine<T>::Space own(memory, batch);
      work.device = memory.take<char>(int64_t(work.device_bytes));
      return own;
    });
    work.host = solver.host(work.host_bytes);
    Routine<T>::run(all, space, work);
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
