// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/householder.h"

#include "runtime/libraries/cpu/lapack_cpu.h"
#include "runtime/routines/householder.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Ungqr = void(const int *m, const int *n, const int *k, T *a, const int *lda, const T *tau,
                   T *work, const int *lwork, int *info);
extern "C" {
Ungqr<float> sorgqr_;
Ungqr<double> dorgqr_;
Ungqr<c64> cungqr_;
Ungqr<c128> zungqr_;
}

template <typename T>
struct HouseholderByLapack {
  struct Space {
    Columns<T> q, factors;
    T *work;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      q = {scratch.take<T>(m * n), m, n};
      const int64_t count = batch.operands[1].rows;
      factors = {scratch.take<T>(count), count, 1};
      work = scratch.take<T>(n * kLapackBlock);
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get(Alone(), member, 0, space.q);
    get(Alone(), member, 1, space.factors);
    const int m = int(space.q.rows), n = int(space.q.columns), count = int(space.factors.rows);
    const int size = n * kLapackBlock;
    int info = 0; // of arguments alone
    form_for<T>(sorgqr_, dorgqr_, cungqr_, zungqr_)(&m, &n, &count, space.q.data, &m,
                                                    space.factors.data, space.work, &size, &info);
    put_elements<T>(Alone(), member, 0, space.q);
  }
};

/// LAPACK has at most as many columns as rows.
const char *by_library::householder(const shardc_call *call) {
  const Batch batch = batch_of(*call);
  if (batch.operands[0].columns > batch.operands[0].rows) return runtime::householder(call);
  return for_each_by_lapack<HouseholderByLapack>(*call);
}

#else

const char *by_library::householder(const shardc_call *call) { return runtime::householder(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
