// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/qr.h"

#include "runtime/routines/qr.h"
#ifdef SHARDC_CUSOLVER
#include "runtime/libraries/cuda/cusolver_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

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

const char *by_library::qr(const shardc_call *call) { return by_cusolver<QrByCusolver>(*call); }

#else

const char *by_library::qr(const shardc_call *call) { return runtime::qr(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
