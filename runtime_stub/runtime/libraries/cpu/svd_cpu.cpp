// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/svd.h"

#include "runtime/libraries/cpu/lapack_cpu.h"
#include "runtime/routines/svd.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Gesdd = void(const char *job, const int *m, const int *n, T *a, const int *lda, T *s, T *u,
                   const int *ldu, T *vt, const int *ldvt, T *work, const int *lwork, int *iwork,
                   int *info, size_t);
template <typename T, typename F>
using ComplexGesdd = void(const char *job, const int *m, const int *n, T *a, const int *lda, F *s,
                          T *u, const int *ldu, T *vt, const int *ldvt, T *work, const int *lwork,
                          F *rwork, int *iwork, int *info, size_t);
extern "C" {
Gesdd<float> sgesdd_;
Gesdd<double> dgesdd_;
ComplexGesdd<c64, float> cgesdd_;
ComplexGesdd<c128, double> zgesdd_;
}

template <typename T>
struct SvdByLapack {
  using Real = PartOf<T>;

  struct Space {
    char job;
    Columns<T> a, left, right; // right: V^H
    Real *values, *real_work;
    T *work;
    int *numbers;
    int size;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t m = batch.operands[0].rows, n = batch.operands[0].columns;
      const int64_t least = std::min(m, n), most = std::max(m, n);
      const bool is_full = batch.numbers[1] != 0, has_vectors = batch.numbers[2] != 0;
      job = !has_vectors ? 'N' : is_full ? 'A' : 'S';
      a = {scratch.take<T>(m * n), m, n};
      const int64_t of_left = !has_vectors ? 0
                              : is_full    ? m
                                           : least,
                    of_right = !has_vectors ? 0
                               : is_full    ? n
                                            : least;
      left = {scratch.take<T>(m * of_left), m, of_left};
      right = {scratch.take<T>(of_right * n), of_right, n};
      values = scratch.take<Real>(least);
      const int64_t real_size = least * (7 + 5 * least + 2 * most);
      real_work = scratch.take<Real>(isComplex<T> ? real_size : 0);
      numbers = scratch.take<int>(8 * least);
      size = -1; // asks
      T wanted = {};
      call(*this, &wanted);
      size = int(real_of(wanted) * Real(1 + 0x1p-20)) + 1; // it may have been rounded down
      work = scratch.take<T>(size);
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get(Alone(), member, 0, space.a);
    const bool good = is_finite(space.a) && call(space, space.work) == 0;
    const int64_t least = std::min(space.a.rows, space.a.columns);
    for (int64_t k = 0; k < least && !good; ++k)
      space.values[k] = Real(NAN);
    member.put<Real>(0, space.values);
    member.put<int32_t>(3, good ? 0 : 1);
    if (space.job == 'N') return;
    const T none = T(Real(NAN));
    put_elements<T>(Alone(), member, 1,
                    [&](int64_t i, int64_t j) { return good ? space.left(i, j) : none; });
    const bool is_adjoint = member.batch.numbers[0] != 0;
    put_elements<T>(Alone(), member, 2, [&](int64_t i, int64_t j) {
      if (!good) return none;
      return is_adjoint ? space.right(i, j) : conjugate(space.right(j, i));
    });
  }

private:
  static int call(const Space &space, T *work) {
    const int m = int(space.a.rows), n = int(space.a.columns);
    const int of_left = std::max(m, 1), of_right = std::max(int(space.right.rows), 1);
    int info = 0;
    if constexpr (isComplex<T>)
      form_for<T>(sgesdd_, dgesdd_, cgesdd_, zgesdd_)(
          &space.job, &m, &n, space.a.data, &m, space.values, space.left.data, &of_left,
          space.right.data, &of_right, work, &space.size, space.real_work, space.numbers, &info, 1);
    else
      form_for<T>(sgesdd_, dgesdd_, cgesdd_, zgesdd_)(
          &space.job, &m, &n, space.a.data, &m, space.values, space.left.data, &of_left,
          space.right.data, &of_right, work, &space.size, space.numbers, &info, 1);
    return info;
  }
};

const char *by_library::svd(const shardc_call *call) {
  return for_each_by_lapack<SvdByLapack>(*call);
}

#else

const char *by_library::svd(const shardc_call *call) { return runtime::svd(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
