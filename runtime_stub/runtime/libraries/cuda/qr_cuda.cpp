// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/qr.h"

#include "runtime/routines/qr.h"
#ifdef SHARDC_CUBLAS
#include "runtime/libraries/cuda/cublas_cuda.h"
#endif
#ifdef SHARDC_CUSOLVER
#include "runtime/libraries/cuda/cusolver_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_CUBLAS

/// Matrices of a batch at once.
template <typename T>
struct QrByCublas {
  static void run(const BlasBatch &all) {
    const Batch &batch = all.batch;
    const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
    const auto space = all.memory.pieces([&](Workspace &memory) { return Space(memory, batch); });
    get_columns(all.stream, batch, 0, space.a);
    point_at(all.stream, space.each, space.a, m * n, batch.members);
    point_at(all.stream, space.each_factors, space.factors, std::min(m, n), batch.members);
    const auto geqrf = form_for<T>(cublasSgeqrfBatched, cublasDgeqrfBatched, cublasCgeqrfBatched,
                                   cublasZgeqrfBatched);
    int wrong = 0; // the number of an argument
    check(geqrf(all.handle, int(m), int(n), as_cuda(space.each), int(m),
                as_cuda(space.each_factors), &wrong, int(batch.members)));
    if (wrong != 0) throw LibraryError{"cuBLAS does not take what it is given"};
    put_columns(all.stream, batch, 0, space.a);
    put_columns(all.stream, batch, 1, space.factors);
  }

private:
  struct Space {
    T *a, *factors, **each, **each_factors; // each: where those of members are

    Space(Workspace &memory, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      a = memory.take<T>(batch.members * m * n);
      factors = memory.take<T>(batch.members * std::min(m, n));
      each = memory.take<T *>(batch.members);
      each_factors = memory.take<T *>(batch.members);
    }
  };
};

#endif

#ifdef SHARDC_CUSOLVER

template <typename T>
struct QrByCusolver {
  struct Space {
    T *a, *factors;
    int *said;

    Space(Workspace &memory, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      a = memory.take<T>(batch.members * m * n);
      factors = memory.take<T>(batch.members * std::min(m, n));
      said = memory.take<int>(1);
    }
  };

  static SolverWork work(const SolverBatch &all) {
    const int64_t m = all.batch.operands[0].rows, n = all.batch.operands[0].columns;
    SolverWork work;
    check(cusolverDnXgeqrf_bufferSize(all.handle, all.params, m, n, kCudaType<T>, nullptr, m,
                                      kCudaType<T>, nullptr, kCudaType<T>, &work.device_bytes,
                                      &work.host_bytes));
    return work;
  }

  static void run(const SolverBatch &all, const Space &space, const SolverWork &work) {
    const int64_t m = all.batch.operands[0].rows, n = all.batch.operands[0].columns;
    get_columns(all.stream, all.batch, 0, space.a);
    for (int64_t member = 0; member < all.batch.members; ++member)
      check(cusolverDnXgeqrf(all.handle, all.params, m, n, kCudaType<T>, space.a + member * m * n,
                             m, kCudaType<T>, space.factors + member * std::min(m, n), kCudaType<T>,
                             work.device, work.device_bytes, work.host, work.host_bytes,
                             space.said));
    put_columns(all.stream, all.batch, 0, space.a);
    put_columns(all.stream, all.batch, 1, space.factors);
  }
};

#endif

const char *by_library::qr(const shardc_call *call) {
#ifdef SHARDC_CUBLAS
  if (are_many_small(batch_of(*call))) return by_cublas<QrByCublas>(*call);
#endif
#ifdef SHARDC_CUSOLVER
  return by_cusolver<QrByCusolver>(*call);
#else
  return runtime::qr(call);
#endif
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
