// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/cholesky.h"

#include "runtime/libraries/cpu/lapack_cpu.h"
#include "runtime/routines/cholesky.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Potrf = void(const char *uplo, const int *n, T *a, const int *lda, int *info, size_t);
extern "C" {
Potrf<float> spotrf_;
Potrf<double> dpotrf_;
Potrf<c64> cpotrf_;
Potrf<c128> zpotrf_;
}

/// The transpose of A = L L^H is U^H U with U = L^T.
template <typename T>
struct CholeskyByLapack {
  struct Space {
    Columns<T> a;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = {scratch.take<T>(n * n), n, n};
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const bool clear = member.batch.numbers[0] != 0, lower = member.batch.numbers[1] != 0;
    get_transpose(member, 0, space.a);
    const int n = int(space.a.rows);
    const char uplo = lower ? 'U' : 'L';
    int failed = 0;
    form_for<T>(spotrf_, dpotrf_, cpotrf_, zpotrf_)(&uplo, &n, space.a.data, &n, &failed, 1);
    if (!clear)
      put_transpose(member, 0, space.a);
    else
      put_elements<T>(Alone(), member, 0, [&](int64_t i, int64_t j) {
        if (failed != 0) return T(PartOf<T>(NAN));
        return (lower ? i < j : i > j) ? T(0) : space.a(j, i);
      });
    member.put<int32_t>(1, failed);
  }
};

const char *by_library::cholesky(const shardc_call *call) {
  return for_each_by_lapack<CholeskyByLapack>(*call);
}

#else

const char *by_library::cholesky(const shardc_call *call) { return runtime::cholesky(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
