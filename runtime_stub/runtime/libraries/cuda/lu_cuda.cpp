// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/lu.h"

#include "runtime/routines/lu.h"
#ifdef SHARDC_CUBLAS
#include "runtime/libraries/cuda/cublas_cuda.h"
#endif
#ifdef SHARDC_CUSOLVER
#include "runtime/libraries/cuda/cusolver_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_CUBLAS

/// Square matrices of a batch at once.
template <typename T>
struct LuByCublas {
  static void run(const BlasBatch &all) {
    const Batch &batch = all.batch;
    const int64_t n = batch.operands[0].rows, members = batch.members;
    const auto space = all.memory.pieces([&](Workspace &memory) { return Space(memory, batch); });
    get_columns(all.stream, batch, 0, space.a);
    point_at(all.stream, space.each, space.a, n * n, members);
    const auto getrf = form_for<T>(cublasSgetrfBatched, cublasDgetrfBatched, cublasCgetrfBatched,
                                   cublasZgetrfBatched);
    check(getrf(all.handle, int(n), as_cuda(space.each), int(n), space.pivots, space.failed,
                int(members)));
    put_columns(all.stream, batch, 0, space.a);
    put_integers(all.stream, batch, 1, space.pivots);
    put_integers(all.stream, batch, 2, space.failed);
  }

private:
  struct Space {
    T *a, **each; // each: where members are
    int *pivots, *failed;

    Space(Workspace &memory, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = memory.take<T>(batch.members * n * n);
      each = memory.take<T *>(batch.members);
      pivots = memory.take<int>(batch.members * n);
      failed = memory.take<int>(batch.members);
    }
  };
};

static bool is_for_cublas(const shardc_call &call) {
  const Batch batch = batch_of(call);
  return batch.operands[0].rows == batch.operands[0].columns && are_many_small(batch);
}

#endif

#ifdef SHARDC_CUSOLVER

template <typename T>
struct LuByCusolver {
  struct Space {
    T *a;
    int64_t *pivots;
    int *failed;

    Space(Workspace &memory, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      a = memory.take<T>(batch.members * m * n);
      pivots = memory.take<int64_t>(batch.members * std::min(m, n));
      failed = memory.take<int>(batch.members);
    }
  };

  static SolverWork work(const SolverBatch &all) {
    const int64_t m = all.batch.operands[0].rows, n = all.batch.operands[0].columns;
    SolverWork work;
    check(cusolverDnXgetrf_bufferSize(all.handle, all.params, m, n, kCudaType<T>, nullptr, m,
                                      kCudaType<T>, &work.device_bytes, &work.host_bytes));
    return work;
  }

  static void run(const SolverBatch &all, const Space &space, const SolverWork &work) {
    const int64_t m = all.batch.operands[0].rows, n = all.batch.operands[0].columns;
    get_columns(all.stream, all.batch, 0, space.a);
    for (int64_t member = 0; member < all.batch.members; ++member)
      check(cusolverDnXgetrf(all.handle, all.params, m, n, kCudaType<T>, space.a + member * m * n,
                             m, space.pivots + member * std::min(m, n), kCudaType<T>, work.device,
                             work.device_bytes, work.host, work.host_bytes, space.failed + member));
    put_columns(all.stream, all.batch, 0, space.a);
    put_integers(all.stream, all.batch, 1, space.pivots);
    put_integers(all.stream, all.batch, 2, space.failed);
  }
};

#endif

const char *by_library::lu(const shardc_call *call) {
#ifdef SHARDC_CUBLAS
  if (is_for_cublas(*call)) return by_cublas<LuByCublas>(*call);
#endif
#ifdef SHARDC_CUSOLVER
  return by_cusolver<LuByCusolver>(*call);
#else
  return runtime::lu(call);
#endif
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
