// SPDX-License-Identifier: Apache-2.0
// By the names that Fortran's compilers give its functions, as LAPACK's (lapack_cpu.h). BLAS has
// columns side by side, and so sees the transpose of everything: of a product, the factors
// exchanged.
#include "runtime/libraries/cpu/multiply_by_blas_cpu.h"

#ifdef SHARDC_BLAS

#include "runtime/host/cpu/launch_cpu.h"

#include <cstddef>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename T>
using Gemm = void(const char *transa, const char *transb, const int *m, const int *n, const int *k,
                  const T *alpha, const T *a, const int *lda, const T *b, const int *ldb,
                  const T *beta, T *c, const int *ldc, size_t, size_t);
extern "C" {
Gemm<float> sgemm_;
Gemm<double> dgemm_;
Gemm<c64> cgemm_;
Gemm<c128> zgemm_;
}

namespace {

template <typename T>
void multiply(Gemm<T> &gemm, Stream &stream, const char *step, const Product &product,
              const T *left, const T *right, T *result) {
  begin(stream, step);
  if (is_empty(product)) return;
  const ColumnMajorProduct all(product);
  const auto op = [](const ColumnMajor &of) { return of.is_transposed ? 'T' : 'N'; };
  const char of_right = op(all.right), of_left = op(all.left);
  const int rows = int(all.rows), columns = int(all.columns), terms = int(all.terms);
  const int right_leading = int(all.right.leading), left_leading = int(all.left.leading);
  const int leading = int(all.leading);
  const T one(1), zero(0);
  for_each_of_batch(product.batches, [&](const ProductOffsets &at) {
    gemm(&of_right, &of_left, &rows, &columns, &terms, &one, right + at.right, &right_leading,
         left + at.left, &left_leading, &zero, result + at.result, &leading, 1, 1);
  });
}

} // namespace

void multiply_by_blas(Stream &stream, const char *step, const Product &product, const float *left,
                      const float *right, float *result) {
  multiply(sgemm_, stream, step, product, left, right, result);
}
void multiply_by_blas(Stream &stream, const char *step, const Product &product, const double *left,
                      const double *right, double *result) {
  multiply(dgemm_, stream, step, product, left, right, result);
}
void multiply_by_blas(Stream &stream, const char *step, const Product &product, const c64 *left,
                      const c64 *right, c64 *result) {
  multiply(cgemm_, stream, step, product, left, right, result);
}
void multiply_by_blas(Stream &stream, const char *step, const Product &product, const c128 *left,
                      const c128 *right, c128 *result) {
  multiply(zgemm_, stream, step, product, left, right, result);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

#endif
