// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/qr.h"

#include "runtime/libraries/cpu/lapack_cpu.h"
#include "runtime/routines/qr.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Geqrf = void(const int *m, const int *n, T *a, const int *lda, T *tau, T *work,
                   const int *lwork, int *info);
extern "C" {
Geqrf<float> sgeqrf_;
Geqrf<double> dgeqrf_;
Geqrf<c64> cgeqrf_;
Geqrf<c128> zgeqrf_;
}

template <typename T>
struct QrByLapack {
  struct Space {
    Columns<T> a;
    T *factors, *work;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      a = {scratch.take<T>(m * n), m, n};
      factors = scratch.take<T>(std::min(m, n));
      work = scratch.take<T>(n * kLapackBlock);
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get(Alone(), member, 0, space.a);
    const int m = int(space.a.rows), n = int(space.a.columns), size = n * kLapackBlock;
    int info = 0; // of arguments alone
    form_for<T>(sgeqrf_, dgeqrf_, cgeqrf_, zgeqrf_)(&m, &n, space.a.data, &m, space.factors,
                                                    space.work, &size, &info);
    put_elements<T>(Alone(), member, 0, space.a);
    member.put<T>(1, space.factors);
  }
};

const char *by_library::qr(const shardc_call *call) {
  return for_each_by_lapack<QrByLapack>(*call);
}

#else

const char *by_library::qr(const shardc_call *call) { return runtime::qr(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
