// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/cholesky.h"

#include "runtime/routines/cholesky.h"
#ifdef SHARDC_CUSOLVER
#include "runtime/libraries/cuda/cusolver_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_CUSOLVER

template <typename T>
struct CholeskyByCusolver {
  struct Space {
    T *a, **each; // each: where members are
    int *failed;

    Space(Workspace &memory, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = memory.take<T>(batch.members * n * n);
      each = memory.take<T *>(batch.members);
      failed = memory.take<int>(batch.members);
    }
  };

  static SolverWork work(const SolverBatch &all) {
    SolverWork work;
    const int64_t n = all.batch.operands[0].rows;
    if (all.batch.members == 1)
      check(cusolverDnXpotrf_bufferSize(all.handle, all.params, triangle(all.batch), n,
                                        kCudaType<T>, nullptr, n, kCudaType<T>, &work.device_bytes,
                                        &work.host_bytes));
    return work;
  }

  static void run(const SolverBatch &all, const Space &space, const SolverWork &work) {
    const Batch &batch = all.batch;
    const int64_t n = batch.operands[0].rows;
    get_columns(all.stream, batch, 0, space.a);
    if (batch.members == 1) {
      check(cusolverDnXpotrf(all.handle, all.params, triangle(batch), n, kCudaType<T>, space.a, n,
                             kCudaType<T>, work.device, work.device_bytes, work.host,
                             work.host_bytes, space.failed));
    } else {
      point_at(all.stream, space.each, space.a, n * n, batch.members);
      const auto potrf = form_for<T>(cusolverDnSpotrfBatched, cusolverDnDpotrfBatched,
                                     cusolverDnCpotrfBatched, cusolverDnZpotrfBatched);
      check(potrf(all.handle, triangle(batch), int(n), as_cuda(space.each), int(n), space.failed,
                  int(batch.members)));
    }
    const bool clear = batch.numbers[0] != 0;
    const Triangle factor = batch.numbers[1] != 0 ? Triangle::lower : Triangle::upper;
    if (!clear) get_outside(all.stream, batch, 0, space.a, factor);
    put_columns(all.stream, batch, 0, space.a, clear ? space.failed : nullptr, Turned::no,
                clear ? factor : Triangle::all);
    put_integers(all.stream, batch, 1, space.failed);
  }

private:
  static cublasFillMode_t triangle(const Batch &batch) {
    return triangle_of(batch.numbers[1] != 0);
  }
};

const char *by_library::cholesky(const shardc_call *call) {
  return by_cusolver<CholeskyByCusolver>(*call);
}

#else

const char *by_library::cholesky(const shardc_call *call) { return runtime::cholesky(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
