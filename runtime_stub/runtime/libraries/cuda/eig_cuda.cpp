// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/eig.h"

#ifdef SHARDC_CUSOLVER
#include "runtime/libraries/cuda/cusolver_cuda.h"
#include "runtime/libraries/cuda/eigenpairs_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_CUSOLVER

/// As LAPACK does it (cpu/eig_cpu.cpp), but for left eigenvectors, which cuSOLVER does not find.
template <typename T>
struct EigByCusolver {
  using Real = PartOf<T>;
  using Value = Complex<Real>;

  struct Space {
    T *a, *vectors;
    Value *values;
    int *failed, *said;

    Space(Workspace &memory, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = memory.take<T>(batch.members * n * n);
      vectors = memory.take<T>(batch.members * n * n);
      values = memory.take<Value>(batch.members * n);
      failed = memory.take<int>(batch.members);
      said = memory.take<int>(batch.members);
    }
  };

  static SolverWork work(const SolverBatch &all) {
    if (all.batch.numbers[0] != 0) throw LibraryError{"cuSOLVER finds no left eigenvectors"};
    const int64_t n = all.batch.operands[0].rows;
    SolverWork work;
    check(cusolverDnXgeev_bufferSize(all.handle, all.params, CUSOLVER_EIG_MODE_NOVECTOR,
                                     mode(all.batch), n, kCudaType<T>, nullptr, n, kCudaType<Value>,
                                     nullptr, kCudaType<T>, nullptr, n, kCudaType<T>, nullptr, n,
                                     kCudaType<T>, &work.device_bytes, &work.host_bytes));
    return work;
  }

  static void run(const SolverBatch &all, const Space &space, const SolverWork &work) {
    const Batch &batch = all.batch;
    const int64_t n = batch.operands[0].rows;
    get_columns(all.stream, batch, 0, space.a);
    find_infinite<T>(all.stream, batch, 0, space.failed);
    for (int64_t member = 0; member < batch.members; ++member)
      check(cusolverDnXgeev(all.handle, all.params, CUSOLVER_EIG_MODE_NOVECTOR, mode(batch), n,
                            kCudaType<T>, space.a + member * n * n, n, kCudaType<Value>,
                            space.values + member * n, kCudaType<T>, nullptr, n, kCudaType<T>,
                            space.vectors + member * n * n, n, kCudaType<T>, work.device,
                            work.device_bytes, work.host, work.host_bytes, space.said + member));
    join_failures(all.stream, batch.members, space.failed, space.said);
    if constexpr (isComplex<T>) {
      put_columns(all.stream, batch, 0, space.values, space.failed);
      if (finds_vectors(batch)) put_columns(all.stream, batch, 2, space.vectors, space.failed);
    } else {
      put_eigenvalues(all.stream, batch, 0, space.values, space.failed);
      if (finds_vectors(batch))
        put_eigenvectors(all.stream, batch, 3, space.values, space.vectors, space.failed);
    }
    put_integers(all.stream, batch, isComplex<T> ? 3 : 4, space.failed);
  }

private:
  static bool finds_vectors(const Batch &batch) { return batch.numbers[1] != 0; }
  static cusolverEigMode_t mode(const Batch &batch) {
    return finds_vectors(batch) ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
  }
};

const char *by_library::eig(const shardc_call *call) { return by_cusolver<EigByCusolver>(*call); }

#else

const char *by_library::eig(const shardc_call *) {
  return "it is cuSOLVER's, and this was built without cuSOLVER";
}

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
