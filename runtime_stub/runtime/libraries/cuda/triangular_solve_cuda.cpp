// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/triangular_solve.h"

#include "runtime/routines/triangular_solve.h"
#ifdef SHARDC_CUBLAS
#include "runtime/libraries/cuda/cublas_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_CUBLAS

template <typename T>
struct TriangularSolveByCublas {
  static void run(const BlasBatch &all) {
    const Batch &batch = all.batch;
    const int n = int(batch.operands[0].rows), rows = int(batch.operands[1].rows),
              columns = int(batch.operands[1].columns);
    const int64_t members = batch.members, of_x = int64_t(rows) * columns;
    const auto space = all.memory.pieces([&](Workspace &memory) { return Space(memory, batch); });
    get_columns(all.stream, batch, 0, space.a);
    get_columns(all.stream, batch, 1, space.x);
    const auto &numbers = batch.numbers;
    const auto side = numbers[0] != 0 ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
    const auto uplo = triangle_of(numbers[1] != 0);
    const auto trans = numbers[2] == 0 ? CUBLAS_OP_N : numbers[2] == 1 ? CUBLAS_OP_T : CUBLAS_OP_C;
    const auto diag = numbers[3] != 0 ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
    T one = T(1);
    if (members == 1) {
      const auto trsm = form_for<T>(cublasStrsm, cublasDtrsm, cublasCtrsm, cublasZtrsm);
      check(trsm(all.handle, side, uplo, trans, diag, rows, columns, as_cuda(&one),
                 as_cuda(space.a), n, as_cuda(space.x), rows));
    } else {
      point_at(all.stream, space.each_a, space.a, int64_t(n) * n, members);
      point_at(all.stream, space.each_x, space.x, of_x, members);
      const auto trsm = form_for<T>(cublasStrsmBatched, cublasDtrsmBatched, cublasCtrsmBatched,
                                    cublasZtrsmBatched);
      check(trsm(all.handle, side, uplo, trans, diag, rows, columns, as_cuda(&one),
                 as_cuda(space.each_a), n, as_cuda(space.each_x), rows, int(members)));
    }
    put_columns(all.stream, batch, 0, space.x);
  }

private:
  struct Space {
    T *a, *x, **each_a, **each_x; // each: where members are

    Space(Workspace &memory, const Batch &batch) {
      const int64_t n = batch.operands[0].rows, members = batch.members;
      a = memory.take<T>(members * n * n);
      x = memory.take<T>(members * batch.operands[1].rows * batch.operands[1].columns);
      each_a = memory.take<T *>(members);
      each_x = memory.take<T *>(members);
    }
  };
};

const char *by_library::triangular_solve(const shardc_call *call) {
  return by_cublas<TriangularSolveByCublas>(*call);
}

#else

const char *by_library::triangular_solve(const shardc_call *call) {
  return runtime::triangular_solve(call);
}

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
