// SPDX-License-Identifier: Apache-2.0
// cuBLAS, for a batch.
#pragma once

#include "runtime/libraries/cuda/columns_cuda.h"
#include "runtime/libraries/cuda/kept_cuda.h"
#include "runtime/libraries/cuda/types_cuda.h"

#include <cublas_v2.h>

#include <algorithm>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

inline void check(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) throw LibraryError{cublasGetStatusString(status)};
}

/// cuBLAS on a device.
struct Blas {
  cublasHandle_t handle = nullptr;
  LibraryMemory memory;

  Blas() { check(cublasCreate(&handle)); }
  Blas(const Blas &) = delete;
  ~Blas() { cublasDestroy(handle); }
};

/// A batch at work.
struct BlasBatch {
  const Batch &batch;
  cublasHandle_t handle;
  LibraryMemory &memory;
  cudaStream_t stream;
};

/// Whether all members are factorised at once by a block of threads for each: where matrices are
/// large and few, one after the other uses more of a GPU. Up to 128 rows and columns for each
/// member, as JAX on GPUs has it (jaxlib/gpu/solver_kernels).
inline bool are_many_small(const Batch &batch) {
  const auto &a = batch.operands[0];
  return batch.members > 1 && std::max(a.rows, a.columns) <= 128 * batch.members;
}

/// Runs Routine<T> on a batch, where T is the matrices' type.
template <template <typename> class Routine>
const char *by_cublas(const shardc_call &call) {
  return by_library_for_type(call, [&]<typename T>(T) {
    const Batch batch = batch_of(call);
    auto &blas = kept<Blas>(call);
    const auto stream = static_cast<cudaStream_t>(call.stream);
    check(cublasSetStream(blas.handle, stream));
    Routine<T>::run({batch, blas.handle, blas.memory, stream});
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
