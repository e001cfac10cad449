// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/schur.h"

#include "runtime/libraries/cpu/lapack_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Gees = void(const char *job, const char *sort, void *select, const int *n, T *a,
                  const int *lda, int *chosen, T *wr, T *wi, T *vs, const int *ldvs, T *work,
                  const int *lwork, int *bwork, int *info, size_t, size_t);
template <typename T, typename F>
using ComplexGees = void(const char *job, const char *sort, void *select, const int *n, T *a,
                         const int *lda, int *chosen, T *w, T *vs, const int *ldvs, T *work,
                         const int *lwork, F *rwork, int *bwork, int *info, size_t, size_t);
extern "C" {
Gees<float> sgees_;
Gees<double> dgees_;
ComplexGees<c64, float> cgees_;
ComplexGees<c128, double> zgees_;
}

/// Of a matrix [n, n]: T [n, n], Z [n, n] where it is wanted, eigenvalues [n], of a real matrix
/// their real and their imaginary parts, and 0, or what LAPACK says where it finds none; then the
/// results are NaN. The number: whether Z is wanted.
template <typename T>
struct SchurByLapack {
  using Real = PartOf<T>;

  struct Space {
    Columns<T> a, vectors;
    T *values, *imaginary, *work; // imaginary parts: of a real matrix
    Real *real_work;
    int size;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = {scratch.take<T>(n * n), n, n};
      vectors = {scratch.take<T>(n * n), n, n};
      values = scratch.take<T>(n);
      imaginary = scratch.take<T>(n);
      size = int(n * (kLapackBlock + 3));
      work = scratch.take<T>(size);
      real_work = scratch.take<Real>(n);
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const bool has_vectors = member.batch.numbers[0] != 0;
    get(Alone(), member, 0, space.a);
    const int info = is_finite(space.a) ? call(space, has_vectors) : -1;
    const T none = T(Real(NAN));
    const int64_t n = space.a.rows;
    for (int64_t k = 0; k < n && info != 0; ++k)
      space.values[k] = space.imaginary[k] = none;
    put_elements<T>(Alone(), member, 0,
                    [&](int64_t i, int64_t j) { return info == 0 ? space.a(i, j) : none; });
    if (has_vectors)
      put_elements<T>(Alone(), member, 1,
                      [&](int64_t i, int64_t j) { return info == 0 ? space.vectors(i, j) : none; });
    int next = 2;
    member.put<T>(next++, space.values);
    if constexpr (!isComplex<T>) member.put<T>(next++, space.imaginary);
    member.put<int32_t>(next, info);
  }

private:
  static int call(const Space &space, bool has_vectors) {
    const char job = has_vectors ? 'V' : 'N', sort = 'N';
    const int n = int(space.a.rows);
    int chosen = 0, info = 0;
    const auto gees = form_for<T>(sgees_, dgees_, cgees_, zgees_);
    if constexpr (isComplex<T>)
      gees(&job, &sort, nullptr, &n, space.a.data, &n, &chosen, space.values, space.vectors.data,
           &n, space.work, &space.size, space.real_work, nullptr, &info, 1, 1);
    else
      gees(&job, &sort, nullptr, &n, space.a.data, &n, &chosen, space.values, space.imaginary,
           space.vectors.data, &n, space.work, &space.size, nullptr, &info, 1, 1);
    return info;
  }
};

const char *by_library::schur(const shardc_call *call) {
  return for_each_by_lapack<SchurByLapack>(*call);
}

#else

const char *by_library::schur(const shardc_call *) { return kNeedsLapack; }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
