// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/householder.h"

#include "runtime/routines/householder.h"
#ifdef SHARDC_CUSOLVER
#include "runtime/libraries/cuda/cusolver_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_CUSOLVER

template <typename T>
struct HouseholderByCusolver {
  struct Space {
    T *a, *factors;
    int *said;

    Space(Workspace &memory, const Batch &batch) {
      a = memory.take<T>(batch.members * batch.operands[0].rows * batch.operands[0].columns);
      factors = memory.take<T>(batch.members * batch.operands[1].rows);
      said = memory.take<int>(1);
    }
  };

  static SolverWork work(const SolverBatch &all) {
    const int m = int(all.batch.operands[0].rows), n = int(all.batch.operands[0].columns);
    int size = 0;
    const auto asked = form_for<T>(cusolverDnSorgqr_bufferSize, cusolverDnDorgqr_bufferSize,
                                   cusolverDnCungqr_bufferSize, cusolverDnZungqr_bufferSize);
    check(asked(all.handle, m, n, int(all.batch.operands[1].rows), nullptr, m, nullptr, &size));
    return work_of<T>(size);
  }

  static void run(const SolverBatch &all, const Space &space, const SolverWork &work) {
    const int m = int(all.batch.operands[0].rows), n = int(all.batch.operands[0].columns),
              count = int(all.batch.operands[1].rows);
    get_columns(all.stream, all.batch, 0, space.a);
    get_columns(all.stream, all.batch, 1, space.factors);
    const auto orgqr =
        form_for<T>(cusolverDnSorgqr, cusolverDnDorgqr, cusolverDnCungqr, cusolverDnZungqr);
    for (int64_t member = 0; member < all.batch.members; ++member)
      check(orgqr(all.handle, m, n, count, as_cuda(space.a + member * m * n), m,
                  as_cuda(space.factors + member * count), numbers_of<T>(work), size_of<T>(work),
                  space.said));
    put_columns(all.stream, all.batch, 0, space.a);
  }
};

const char *by_library::householder(const shardc_call *call) {
  return by_cusolver<HouseholderByCusolver>(*call);
}

#else

const char *by_library::householder(const shardc_call *call) { return runtime::householder(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
