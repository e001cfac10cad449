// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/apply_reflections.h"

#ifdef SHARDC_CUSOLVER
#include "runtime/libraries/cuda/cusolver_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_CUSOLVER

/// Of a matrix [m, n], reflections' vectors below the diagonal of a matrix and their factors: their
/// product, or its adjoint, times the matrix. The numbers: whether they stand on the left, and
/// whether it is the adjoint.
template <typename T>
struct ApplyReflectionsByCusolver {
  struct Space {
    T *a, *factors, *c;
    int *said;

    Space(Workspace &memory, const Batch &batch) {
      a = memory.take<T>(batch.members * batch.operands[0].rows * batch.operands[0].columns);
      c = memory.take<T>(batch.members * batch.operands[1].rows * batch.operands[1].columns);
      factors = memory.take<T>(batch.members * batch.operands[2].rows);
      said = memory.take<int>(1);
    }
  };

  static SolverWork work(const SolverBatch &all) {
    const Sizes s(all.batch);
    int size = 0;
    const auto asked = form_for<T>(cusolverDnSormqr_bufferSize, cusolverDnDormqr_bufferSize,
                                   cusolverDnCunmqr_bufferSize, cusolverDnZunmqr_bufferSize);
    check(asked(all.handle, s.side, s.trans, s.m, s.n, s.count, nullptr, s.order, nullptr, nullptr,
                s.m, &size));
    return work_of<T>(size);
  }

  static void run(const SolverBatch &all, const Space &space, const SolverWork &work) {
    const Sizes s(all.batch);
    get_columns(all.stream, all.batch, 0, space.a);
    get_columns(all.stream, all.batch, 1, space.c);
    get_columns(all.stream, all.batch, 2, space.factors);
    const auto ormqr =
        form_for<T>(cusolverDnSormqr, cusolverDnDormqr, cusolverDnCunmqr, cusolverDnZunmqr);
    for (int64_t member = 0; member < all.batch.members; ++member)
      check(ormqr(all.handle, s.side, s.trans, s.m, s.n, s.count,
                  as_cuda(space.a + member * s.order * s.count), s.order,
                  as_cuda(space.factors + member * s.count), as_cuda(space.c + member * s.m * s.n),
                  s.m, numbers_of<T>(work), size_of<T>(work), space.said));
    put_columns(all.stream, all.batch, 0, space.c);
  }

private:
  struct Sizes {
    int m, n, order, count; // order: of what is reflected; count: of reflections
    cublasSideMode_t side;
    cublasOperation_t trans;

    explicit Sizes(const Batch &batch)
        : m(int(batch.operands[1].rows)), n(int(batch.operands[1].columns)),
          order(int(batch.operands[0].rows)), count(int(batch.operands[0].columns)),
          side(batch.numbers[0] != 0 ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT),
          trans(batch.numbers[1] == 0 ? CUBLAS_OP_N
                : isComplex<T>        ? CUBLAS_OP_C
                                      : CUBLAS_OP_T) {}
  };
};

const char *by_library::apply_reflections(const shardc_call *call) {
  return by_cusolver<ApplyReflectionsByCusolver>(*call);
}

#else

const char *by_library::apply_reflections(const shardc_call *) {
  return "it is cuSOLVER's, and this was built without cuSOLVER";
}

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
