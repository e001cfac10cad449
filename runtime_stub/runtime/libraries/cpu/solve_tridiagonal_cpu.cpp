// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/solve_tridiagonal.h"

#include "runtime/libraries/cpu/lapack_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Gtsv = void(const int *n, const int *columns, T *lower, T *diagonal, T *upper, T *b,
                  const int *ldb, int *info);
extern "C" {
Gtsv<float> sgtsv_;
Gtsv<double> dgtsv_;
Gtsv<c64> cgtsv_;
Gtsv<c128> zgtsv_;
}

/// Of B [n, k] and three diagonals [n], of which the lower one's first and the upper one's last
/// element are outside of the matrix: X [n, k], and the first pivot that is 0, counted from 1, or
/// 0.
template <typename T>
struct SolveTridiagonalByLapack {
  struct Space {
    Columns<T> x, lower, diagonal, upper;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows, columns = batch.operands[0].columns;
      x = {scratch.take<T>(n * columns), n, columns};
      lower = {scratch.take<T>(n), n, 1};
      diagonal = {scratch.take<T>(n), n, 1};
      upper = {scratch.take<T>(n), n, 1};
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get(Alone(), member, 0, space.x);
    get(Alone(), member, 1, space.lower);
    get(Alone(), member, 2, space.diagonal);
    get(Alone(), member, 3, space.upper);
    const int n = int(space.x.rows), columns = int(space.x.columns);
    int failed = 0;
    form_for<T>(sgtsv_, dgtsv_, cgtsv_, zgtsv_)(&n, &columns, space.lower.data + 1,
                                                space.diagonal.data, space.upper.data, space.x.data,
                                                &n, &failed);
    put_elements<T>(Alone(), member, 0, space.x);
    member.put<int32_t>(1, failed);
  }
};

const char *by_library::solve_tridiagonal(const shardc_call *call) {
  return for_each_by_lapack<SolveTridiagonalByLapack>(*call);
}

#else

const char *by_library::solve_tridiagonal(const shardc_call *) { return kNeedsLapack; }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
