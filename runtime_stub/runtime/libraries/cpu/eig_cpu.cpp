// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/eig.h"

#include "runtime/libraries/cpu/lapack_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Geev = void(const char *left, const char *right, const int *n, T *a, const int *lda, T *wr,
                  T *wi, T *vl, const int *ldvl, T *vr, const int *ldvr, T *work, const int *lwork,
                  int *info, size_t, size_t);
template <typename T, typename F>
using ComplexGeev = void(const char *left, const char *right, const int *n, T *a, const int *lda,
                         T *w, T *vl, const int *ldvl, T *vr, const int *ldvr, T *work,
                         const int *lwork, F *rwork, int *info, size_t, size_t);
extern "C" {
Geev<float> sgeev_;
Geev<double> dgeev_;
ComplexGeev<c64, float> cgeev_;
ComplexGeev<c128, double> zgeev_;
}

/// Of a matrix [n, n]: eigenvalues [n], of a real matrix their real and their imaginary parts;
/// left and right eigenvectors, complex [n, n], where they are wanted; and 0, or what LAPACK says
/// where it finds none; then the results are NaN. The numbers: whether the left and the right ones
/// are wanted.
template <typename T>
struct EigByLapack {
  using Real = PartOf<T>;
  using Vector = Complex<Real>;

  struct Space {
    Columns<T> a, left, right;
    T *values, *imaginary, *work; // imaginary parts: of a real matrix
    Real *real_work;
    int size;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = {scratch.take<T>(n * n), n, n};
      left = {scratch.take<T>(n * n), n, n};
      right = {scratch.take<T>(n * n), n, n};
      values = scratch.take<T>(n);
      imaginary = scratch.take<T>(n);
      size = int(n * (kLapackBlock + 4));
      work = scratch.take<T>(size);
      real_work = scratch.take<Real>(2 * n);
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const auto &numbers = member.batch.numbers;
    const bool has_left = numbers[0] != 0, has_right = numbers[1] != 0;
    get(Alone(), member, 0, space.a);
    const int info = is_finite(space.a) ? call(space, has_left, has_right) : -1;
    const int64_t n = space.a.rows;
    for (int64_t k = 0; k < n && info != 0; ++k)
      space.values[k] = space.imaginary[k] = T(Real(NAN));
    int next = 0;
    member.put<T>(next++, space.values);
    if constexpr (!isComplex<T>) member.put<T>(next++, space.imaginary);
    for (const auto &[wanted, vectors] :
         {std::pair(has_left, &space.left), std::pair(has_right, &space.right)}) {
      if (wanted)
        put_elements<Vector>(Alone(), member, next, [&](int64_t i, int64_t j) {
          return info == 0 ? element(space, *vectors, i, j) : Vector(Real(NAN), Real(NAN));
        });
      ++next;
    }
    member.put<int32_t>(next, info);
  }

private:
  /// Of a real matrix vectors of a pair of eigenvalues are a column of real and one of imaginary
  /// parts; the second vector of a pair is the first one's conjugate.
  static Vector element(const Space &space, const Columns<T> &vectors, int64_t i, int64_t j) {
    if constexpr (isComplex<T>) {
      return vectors(i, j);
    } else {
      if (space.imaginary[j] > 0) return Vector(vectors(i, j), vectors(i, j + 1));
      if (space.imaginary[j] < 0) return Vector(vectors(i, j - 1), -vectors(i, j));
      return Vector(vectors(i, j), 0);
    }
  }

  static int call(const Space &space, bool has_left, bool has_right) {
    const char left = has_left ? 'V' : 'N', right = has_right ? 'V' : 'N';
    const int n = int(space.a.rows);
    int info = 0;
    const auto geev = form_for<T>(sgeev_, dgeev_, cgeev_, zgeev_);
    if constexpr (isComplex<T>)
      geev(&left, &right, &n, space.a.data, &n, space.values, space.left.data, &n, space.right.data,
           &n, space.work, &space.size, space.real_work, &info, 1, 1);
    else
      geev(&left, &right, &n, space.a.data, &n, space.values, space.imaginary, space.left.data, &n,
           space.right.data, &n, space.work, &space.size, &info, 1, 1);
    return info;
  }
};

const char *by_library::eig(const shardc_call *call) {
  return for_each_by_lapack<EigByLapack>(*call);
}

#else

const char *by_library::eig(const shardc_call *) { return kNeedsLapack; }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
