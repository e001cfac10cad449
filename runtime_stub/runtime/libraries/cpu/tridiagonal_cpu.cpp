// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/tridiagonal.h"

#include "runtime/libraries/cpu/lapack_cpu.h"
#include "runtime/routines/tridiagonal.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T, typename F>
using Hetrd = void(const char *uplo, const int *n, T *a, const int *lda, F *d, F *e, T *tau,
                   T *work, const int *lwork, int *info, size_t);
extern "C" {
Hetrd<float, float> ssytrd_;
Hetrd<double, double> dsytrd_;
Hetrd<c64, float> chetrd_;
Hetrd<c128, double> zhetrd_;
}

template <typename T>
struct TridiagonalByLapack {
  using Real = PartOf<T>;

  struct Space {
    Columns<T> a;
    Real *diagonal, *beside;
    T *factors, *work;
    int size;

    Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      a = {scratch.take<T>(n * n), n, n};
      diagonal = scratch.take<Real>(n);
      beside = scratch.take<Real>(n);
      factors = scratch.take<T>(n);
      size = int(n * kLapackBlock);
      work = scratch.take<T>(size);
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get(Alone(), member, 0, space.a);
    const char uplo = member.batch.numbers[0] != 0 ? 'L' : 'U';
    const int n = int(space.a.rows);
    int info = 0; // of arguments alone
    form_for<T>(ssytrd_, dsytrd_, chetrd_, zhetrd_)(&uplo, &n, space.a.data, &n, space.diagonal,
                                                    space.beside, space.factors, space.work,
                                                    &space.size, &info, 1);
    put_elements<T>(Alone(), member, 0, space.a);
    member.put<Real>(1, space.diagonal);
    member.put<Real>(2, space.beside);
    member.put<T>(3, space.factors);
    member.put<int32_t>(4, info);
  }
};

const char *by_library::tridiagonal(const shardc_call *call) {
  return for_each_by_lapack<TridiagonalByLapack>(*call);
}

#else

const char *by_library::tridiagonal(const shardc_call *call) { return runtime::tridiagonal(call); }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
