// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/eigh.h"

#include "runtime/routines/eigh.h"
#ifdef SHARDC_CUSOLVER
#include "runtime/libraries/cuda/cusolver_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_CUSOLVER

template <typename T>
struct EighByCusolver {
  using Real = PartOf<T>;

  struct Space {
    T *a;
    Real *values;
    int *failed, *said;

    Space(Workspace &memory, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = memory.take<T>(batch.members * n * n);
      values = memory.take<Real>(batch.members * n);
      failed = memory.take<int>(batch.members);
      said = memory.take<int>(batch.members);
    }
  };

  static SolverWork work(const SolverBatch &all) {
    const int64_t n = all.batch.operands[0].rows;
    SolverWork work;
    if (all.batch.members == 1)
      check(cusolverDnXsyevd_bufferSize(all.handle, all.params, kVectors, triangle(all.batch), n,
                                        kCudaType<T>, nullptr, n, kCudaType<Real>, nullptr,
                                        kCudaType<T>, &work.device_bytes, &work.host_bytes));
    else
      check(cusolverDnXsyevBatched_bufferSize(all.handle, all.params, kVectors, triangle(all.batch),
                                              n, kCudaType<T>, nullptr, n, kCudaType<Real>, nullptr,
                                              kCudaType<T>, &work.device_bytes, &work.host_bytes,
                                              all.batch.members));
    return work;
  }

  static void run(const SolverBatch &all, const Space &space, const SolverWork &work) {
    const Batch &batch = all.batch;
    const int64_t n = batch.operands[0].rows;
    get_columns(all.stream, batch, 0, space.a);
    find_infinite<T>(all.stream, batch, 0, space.failed);
    if (batch.members == 1)
      check(cusolverDnXsyevd(all.handle, all.params, kVectors, triangle(batch), n, kCudaType<T>,
                             space.a, n, kCudaType<Real>, space.values, kCudaType<T>, work.device,
                             work.device_bytes, work.host, work.host_bytes, space.said));
    else
      check(cusolverDnXsyevBatched(all.handle, all.params, kVectors, triangle(batch), n,
                                   kCudaType<T>, space.a, n, kCudaType<Real>, space.values,
                                   kCudaType<T>, work.device, work.device_bytes, work.host,
                                   work.host_bytes, space.said, batch.members));
    join_failures(all.stream, batch.members, space.failed, space.said);
    put_columns(all.stream, batch, 0, space.a, space.failed);
    put_columns(all.stream, batch, 1, space.values, space.failed);
    put_integers(all.stream, batch, 2, space.failed);
  }

private:
  static constexpr cusolverEigMode_t kVectors = CUSOLVER_EIG_MODE_VECTOR;
  static cublasFillMode_t triangle(const Batch &batch) {
    return triangle_of(batch.numbers[0] != 0);
  }
};

const char *by_library::eigh(const shardc_call *call) { return by_cusolver<EighByCusolver>(*call); }

#else

const char *by_library::eigh(const shardc_call *call) { return runtime::eigh(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
