// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/hessenberg.h"

#include "runtime/libraries/cpu/lapack_cpu.h"
#include "runtime/routines/hessenberg.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Gehrd = void(const int *n, const int *low, const int *high, T *a, const int *lda, T *tau,
                   T *work, const int *lwork, int *info);
extern "C" {
Gehrd<float> sgehrd_;
Gehrd<double> dgehrd_;
Gehrd<c64> cgehrd_;
Gehrd<c128> zgehrd_;
}

template <typename T>
struct HessenbergByLapack {
  struct Space {
    Columns<T> a;
    T *factors, *work;
    int size;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = {scratch.take<T>(n * n), n, n};
      factors = scratch.take<T>(n);
      size = int((n + kLapackBlock + 1) * kLapackBlock);
      work = scratch.take<T>(size);
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get(Alone(), member, 0, space.a);
    const int n = int(space.a.rows), first = 1;
    int info = 0; // of arguments alone
    form_for<T>(sgehrd_, dgehrd_, cgehrd_, zgehrd_)(&n, &first, &n, space.a.data, &n, space.factors,
                                                    space.work, &space.size, &info);
    put_elements<T>(Alone(), member, 0, space.a);
    member.put<T>(1, space.factors);
    member.put<int32_t>(2, info);
  }
};

const char *by_library::hessenberg(const shardc_call *call) {
  return for_each_by_lapack<HessenbergByLapack>(*call);
}

#else

const char *by_library::hessenberg(const shardc_call *call) { return runtime::hessenberg(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
