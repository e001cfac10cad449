// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/eigh.h"

#include "runtime/libraries/cpu/lapack_cpu.h"
#include "runtime/routines/eigh.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Syevd = void(const char *job, const char *uplo, const int *n, T *a, const int *lda, T *w,
                   T *work, const int *lwork, int *iwork, const int *liwork, int *info, size_t,
                   size_t);
template <typename T, typename F>
using Heevd = void(const char *job, const char *uplo, const int *n, T *a, const int *lda, F *w,
                   T *work, const int *lwork, F *rwork, const int *lrwork, int *iwork,
                   const int *liwork, int *info, size_t, size_t);
extern "C" {
Syevd<float> ssyevd_;
Syevd<double> dsyevd_;
Heevd<c64, float> cheevd_;
Heevd<c128, double> zheevd_;
}

template <typename T>
struct EighByLapack {
  using Real = PartOf<T>;

  struct Space {
    Columns<T> a;
    Real *values, *real_work;
    T *work;
    int *numbers;
    int size, real_size, count;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = {scratch.take<T>(n * n), n, n};
      values = scratch.take<Real>(n);
      size = int(isComplex<T> ? n * (n + kLapackBlock + 2) : n * (2 * n + kLapackBlock + 6) + 1);
      real_size = int(isComplex<T> ? 1 + n * (5 + 2 * n) : 0);
      count = int(3 + 5 * n);
      work = scratch.take<T>(size);
      real_work = scratch.take<Real>(real_size);
      numbers = scratch.take<int>(count);
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const int n = int(space.a.rows);
    get(Alone(), member, 0, space.a);
    const bool good = is_finite(space.a) && find(space, member.batch.numbers[0] != 0);
    for (int k = 0; k < n && !good; ++k)
      space.values[k] = Real(NAN);
    put_elements<T>(Alone(), member, 0,
                    [&](int64_t i, int64_t j) { return good ? space.a(i, j) : T(Real(NAN)); });
    member.put<Real>(1, space.values);
    member.put<int32_t>(2, good ? 0 : 1);
  }

private:
  static bool find(const Space &space, bool lower) {
    const char job = 'V', uplo = lower ? 'L' : 'U';
    const int n = int(space.a.rows);
    int info = 0;
    if constexpr (isComplex<T>)
      form_for<T>(ssyevd_, dsyevd_, cheevd_, zheevd_)(
          &job, &uplo, &n, space.a.data, &n, space.values, space.work, &space.size, space.real_work,
          &space.real_size, space.numbers, &space.count, &info, 1, 1);
    else
      form_for<T>(ssyevd_, dsyevd_, cheevd_, zheevd_)(&job, &uplo, &n, space.a.data, &n,
                                                      space.values, space.work, &space.size,
                                                      space.numbers, &space.count, &info, 1, 1);
    return info == 0;
  }
};

const char *by_library::eigh(const shardc_call *call) {
  return for_each_by_lapack<EighByLapack>(*call);
}

#else

const char *by_library::eigh(const shardc_call *call) { return runtime::eigh(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
