// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/triangular_solve.h"

#include "runtime/libraries/cpu/lapack_cpu.h"
#include "runtime/routines/triangular_solve.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Trsm = void(const char *side, const char *uplo, const char *trans, const char *diag,
                  const int *m, const int *n, const T *alpha, const T *a, const int *lda, T *b,
                  const int *ldb, size_t, size_t, size_t, size_t);
extern "C" {
Trsm<float> strsm_;
Trsm<double> dtrsm_;
Trsm<c64> ctrsm_;
Trsm<c128> ztrsm_;
}

/// The transposes of all: A stands on the other side, and has the other triangle.
template <typename T>
struct TriangularSolveByBlas {
  struct Space {
    Columns<T> a, x;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows, rows = batch.operands[1].rows,
                    columns = batch.operands[1].columns;
      a = {scratch.take<T>(n * n), n, n};
      x = {scratch.take<T>(rows * columns), columns, rows};
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get_transpose(member, 0, space.a);
    get_transpose(member, 1, space.x);
    const auto &numbers = member.batch.numbers;
    const char side = numbers[0] != 0 ? 'R' : 'L', uplo = numbers[1] != 0 ? 'U' : 'L';
    const char trans = "NTC"[numbers[2]], diag = numbers[3] != 0 ? 'U' : 'N';
    const int n = int(space.a.rows), rows = int(space.x.rows), columns = int(space.x.columns);
    const T one = T(1);
    form_for<T>(strsm_, dtrsm_, ctrsm_, ztrsm_)(&side, &uplo, &trans, &diag, &rows, &columns, &one,
                                                space.a.data, &n, space.x.data, &rows, 1, 1, 1, 1);
    put_transpose(member, 0, space.x);
  }
};

const char *by_library::triangular_solve(const shardc_call *call) {
  return for_each_by_lapack<TriangularSolveByBlas>(*call);
}

#else

const char *by_library::triangular_solve(const shardc_call *call) {
  return runtime::triangular_solve(call);
}

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
