// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/pivoted_qr.h"

#include "runtime/libraries/cpu/lapack_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Geqp3 = void(const int *m, const int *n, T *a, const int *lda, int *pivots, T *tau, T *work,
                   const int *lwork, int *info);
template <typename T, typename F>
using ComplexGeqp3 = void(const int *m, const int *n, T *a, const int *lda, int *pivots, T *tau,
                          T *work, const int *lwork, F *rwork, int *info);
extern "C" {
Geqp3<float> sgeqp3_;
Geqp3<double> dgeqp3_;
ComplexGeqp3<c64, float> cgeqp3_;
ComplexGeqp3<c128, double> zgeqp3_;
}

/// Of a matrix [m, n] and a list [n], in which what is not 0 says that this column comes first: R
/// with the reflections' vectors below it [m, n], where each column was, counted from 1, [n], and
/// the reflections' factors [min(m, n)].
template <typename T>
struct PivotedQrByLapack {
  using Real = PartOf<T>;

  struct Space {
    Columns<T> a;
    Columns<int32_t> pivots;
    T *factors, *work;
    Real *real_work;
    int size;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      a = {scratch.take<T>(m * n), m, n};
      pivots = {scratch.take<int32_t>(n), n, 1};
      factors = scratch.take<T>(std::min(m, n));
      size = int(2 * n + (n + 1) * kLapackBlock);
      work = scratch.take<T>(size);
      real_work = scratch.take<Real>(2 * n);
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get(Alone(), member, 0, space.a);
    get(Alone(), member, 1, space.pivots);
    const int m = int(space.a.rows), n = int(space.a.columns);
    int info = 0; // of arguments alone
    const auto geqp3 = form_for<T>(sgeqp3_, dgeqp3_, cgeqp3_, zgeqp3_);
    if constexpr (isComplex<T>)
      geqp3(&m, &n, space.a.data, &m, space.pivots.data, space.factors, space.work, &space.size,
            space.real_work, &info);
    else
      geqp3(&m, &n, space.a.data, &m, space.pivots.data, space.factors, space.work, &space.size,
            &info);
    put_elements<T>(Alone(), member, 0, space.a);
    member.put<int32_t>(1, space.pivots.data);
    member.put<T>(2, space.factors);
  }
};

const char *by_library::pivoted_qr(const shardc_call *call) {
  return for_each_by_lapack<PivotedQrByLapack>(*call);
}

#else

const char *by_library::pivoted_qr(const shardc_call *) { return kNeedsLapack; }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
