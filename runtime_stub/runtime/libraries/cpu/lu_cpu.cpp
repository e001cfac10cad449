// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/lu.h"

#include "runtime/libraries/cpu/lapack_cpu.h"
#include "runtime/routines/lu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Getrf = void(const int *m, const int *n, T *a, const int *lda, int *pivots, int *info);
extern "C" {
Getrf<float> sgetrf_;
Getrf<double> dgetrf_;
Getrf<c64> cgetrf_;
Getrf<c128> zgetrf_;
}

template <typename T>
struct LuByLapack {
  struct Space {
    Columns<T> a;
    int32_t *pivots;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      a = {scratch.take<T>(m * n), m, n};
      pivots = scratch.take<int32_t>(std::min(m, n));
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get(Alone(), member, 0, space.a);
    const int m = int(space.a.rows), n = int(space.a.columns);
    int failed = 0;
    form_for<T>(sgetrf_, dgetrf_, cgetrf_, zgetrf_)(&m, &n, space.a.data, &m, space.pivots,
                                                    &failed);
    put_elements<T>(Alone(), member, 0, space.a);
    member.put<int32_t>(1, space.pivots);
    member.put<int32_t>(2, failed);
  }
};

const char *by_library::lu(const shardc_call *call) {
  return for_each_by_lapack<LuByLapack>(*call);
}

#else

const char *by_library::lu(const shardc_call *call) { return runtime::lu(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
