// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/apply_reflections.h"

#include "runtime/libraries/cpu/lapack_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_LAPACK

template <typename T>
using Unmqr = void(const char *side, const char *trans, const int *m, const int *n, const int *k,
                   const T *a, const int *lda, const T *tau, T *c, const int *ldc, T *work,
                   const int *lwork, int *info, size_t, size_t);
extern "C" {
Unmqr<float> sormqr_;
Unmqr<double> dormqr_;
Unmqr<c64> cunmqr_;
Unmqr<c128> zunmqr_;
}

/// Of reflections' vectors below the diagonal of a matrix [r, k], a matrix C [m, n] and factors
/// [k]: Q C, Q^H C, C Q or C Q^H [m, n]. The numbers: whether Q stands on the left; whether its
/// adjoint is meant.
template <typename T>
struct ApplyReflectionsByLapack {
  struct Space {
    Columns<T> vectors, c, factors;
    T *work;
    int size;

    Space(Workspace &scratch, const Batch &batch) {
      const auto &a = batch.operands[0], &b = batch.operands[1];
      vectors = {scratch.take<T>(a.rows * a.columns), a.rows, a.columns};
      c = {scratch.take<T>(b.rows * b.columns), b.rows, b.columns};
      factors = {scratch.take<T>(a.columns), a.columns, 1};
      const bool left = batch.numbers[0] != 0;
      // LAPACK keeps a table of 65 by 64 numbers behind what it works on.
      size = int(((left ? b.columns : b.rows) + kLapackBlock + 1) * kLapackBlock);
      work = scratch.take<T>(size);
    }
  };

  static void run(const Member &member) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    get(Alone(), member, 0, space.vectors);
    get(Alone(), member, 1, space.c);
    get(Alone(), member, 2, space.factors);
    const auto &numbers = member.batch.numbers;
    const char side = numbers[0] != 0 ? 'L' : 'R';
    const char trans = numbers[1] == 0 ? 'N' : isComplex<T> ? 'C' : 'T';
    const int m = int(space.c.rows), n = int(space.c.columns);
    const int rows = int(space.vectors.rows), count = int(space.vectors.columns);
    int info = 0; // of arguments alone
    form_for<T>(sormqr_, dormqr_, cunmqr_, zunmqr_)(
        &side, &trans, &m, &n, &count, space.vectors.data, &rows, space.factors.data, space.c.data,
        &m, space.work, &space.size, &info, 1, 1);
    put_elements<T>(Alone(), member, 0, space.c);
  }
};

const char *by_library::apply_reflections(const shardc_call *call) {
  return for_each_by_lapack<ApplyReflectionsByLapack>(*call);
}

#else

const char *by_library::apply_reflections(const shardc_call *) { return kNeedsLapack; }

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
