// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/svd.h"

#include "runtime/routines/svd.h"
#ifdef SHARDC_CUSOLVER
#include "runtime/libraries/cuda/cusolver_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_CUSOLVER

/// cuSOLVER wants as many rows as columns, or more: of others it gets the adjoint, whose U is V.
template <typename T>
struct SvdByCusolver {
  using Real = PartOf<T>;

  struct Space {
    T *a, *left, *right; // right: V^H
    Real *values;
    int *failed, *said;

    Space(Workspace &memory, const Batch &batch) {
      const Sizes s(batch);
      a = memory.take<T>(batch.members * s.m * s.n);
      left = memory.take<T>(batch.members * s.m * s.of_left);
      right = memory.take<T>(batch.members * s.n * s.n);
      values = memory.take<Real>(batch.members * s.n);
      failed = memory.take<int>(batch.members);
      said = memory.take<int>(batch.members);
    }
  };

  static SolverWork work(const SolverBatch &all) {
    const Sizes s(all.batch);
    SolverWork work;
    check(cusolverDnXgesvd_bufferSize(all.handle, all.params, s.job, s.job, s.m, s.n, kCudaType<T>,
                                      nullptr, s.m, kCudaType<Real>, nullptr, kCudaType<T>, nullptr,
                                      s.m, kCudaType<T>, nullptr, s.n, kCudaType<T>,
                                      &work.device_bytes, &work.host_bytes));
    return work;
  }

  static void run(const SolverBatch &all, const Space &space, const SolverWork &work) {
    const Batch &batch = all.batch;
    const Sizes s(batch);
    get_columns(all.stream, batch, 0, space.a, s.is_turned ? Turned::adjoint : Turned::no);
    find_infinite<T>(all.stream, batch, 0, space.failed);
    for (int64_t member = 0; member < batch.members; ++member)
      check(cusolverDnXgesvd(all.handle, all.params, s.job, s.job, s.m, s.n, kCudaType<T>,
                             space.a + member * s.m * s.n, s.m, kCudaType<Real>,
                             space.values + member * s.n, kCudaType<T>,
                             space.left + member * s.m * s.of_left, s.m, kCudaType<T>,
                             space.right + member * s.n * s.n, s.n, kCudaType<T>, work.device,
                             work.device_bytes, work.host, work.host_bytes, space.said + member));
    join_failures(all.stream, batch.members, space.failed, space.said);
    put_columns(all.stream, batch, 0, space.values, space.failed);
    put_integers(all.stream, batch, 3, space.failed);
    if (s.job == 'N') return;
    const bool is_adjoint = batch.numbers[0] != 0;
    const auto turned = [](bool is) { return is ? Turned::adjoint : Turned::no; };
    put_columns(all.stream, batch, 1, s.is_turned ? space.right : space.left, space.failed,
                turned(s.is_turned));
    put_columns(all.stream, batch, 2, s.is_turned ? space.left : space.right, space.failed,
                turned(s.is_turned == is_adjoint));
  }

private:
  struct Sizes {
    int64_t m, n, of_left; // as cuSOLVER has them
    bool is_turned;
    signed char job;

    explicit Sizes(const Batch &batch)
        : m(batch.operands[0].rows), n(batch.operands[0].columns), is_turned(m < n) {
      const bool is_full = batch.numbers[1] != 0, has_vectors = batch.numbers[2] != 0;
      if (is_turned) std::swap(m, n);
      of_left = is_full ? m : n;
      job = !has_vectors ? 'N' : is_full ? 'A' : 'S';
    }
  };
};

const char *by_library::svd(const shardc_call *call) { return by_cusolver<SvdByCusolver>(*call); }

#else

const char *by_library::svd(const shardc_call *call) { return runtime::svd(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
