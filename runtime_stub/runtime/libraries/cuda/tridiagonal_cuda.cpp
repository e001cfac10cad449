// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/tridiagonal.h"

#include "runtime/routines/tridiagonal.h"
#ifdef SHARDC_CUSOLVER
#include "runtime/libraries/cuda/cusolver_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_CUSOLVER

template <typename T>
struct TridiagonalByCusolver {
  using Real = PartOf<T>;

  struct Space {
    T *a, *factors;
    Real *diagonal, *beside;
    int *said;

    Space(Workspace &memory, const Batch &batch) {
      const int64_t n = batch.operands[0].rows, members = batch.members;
      a = memory.take<T>(members * n * n);
      factors = memory.take<T>(members * (n - 1));
      diagonal = memory.take<Real>(members * n);
      beside = memory.take<Real>(members * (n - 1));
      said = memory.take<int>(members);
    }
  };

  static SolverWork work(const SolverBatch &all) {
    const int n = int(all.batch.operands[0].rows);
    int size = 0;
    const auto asked = form_for<T>(cusolverDnSsytrd_bufferSize, cusolverDnDsytrd_bufferSize,
                                   cusolverDnChetrd_bufferSize, cusolverDnZhetrd_bufferSize);
    check(asked(all.handle, triangle(all.batch), n, nullptr, n, nullptr, nullptr, nullptr, &size));
    return work_of<T>(size);
  }

  static void run(const SolverBatch &all, const Space &space, const SolverWork &work) {
    const Batch &batch = all.batch;
    const int n = int(batch.operands[0].rows);
    get_columns(all.stream, batch, 0, space.a);
    const auto sytrd =
        form_for<T>(cusolverDnSsytrd, cusolverDnDsytrd, cusolverDnChetrd, cusolverDnZhetrd);
    for (int64_t member = 0; member < batch.members; ++member)
      check(sytrd(all.handle, triangle(batch), n, as_cuda(space.a + member * n * n), n,
                  space.diagonal + member * n, space.beside + member * (n - 1),
                  as_cuda(space.factors + member * (n - 1)), numbers_of<T>(work), size_of<T>(work),
                  space.said + member));
    put_columns(all.stream, batch, 0, space.a);
    put_columns(all.stream, batch, 1, space.diagonal);
    put_columns(all.stream, batch, 2, space.beside);
    put_columns(all.stream, batch, 3, space.factors);
    put_integers(all.stream, batch, 4, space.said);
  }

private:
  static cublasFillMode_t triangle(const Batch &batch) {
    return triangle_of(batch.numbers[0] != 0);
  }
};

const char *by_library::tridiagonal(const shardc_call *call) {
  return by_cusolver<TridiagonalByCusolver>(*call);
}

#else

const char *by_library::tridiagonal(const shardc_call *call) { return runtime::tridiagonal(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
