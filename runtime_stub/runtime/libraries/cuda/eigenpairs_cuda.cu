// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/cuda/eigenpairs_cuda.h"

#include "runtime/libraries/cuda/start_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename F>
__global__ void __launch_bounds__(kThreadsOfBlock)
    put_values(const Batch batch, int result, const Complex<F> *values, const int *failed) {
  const int64_t n = batch.operands[0].rows;
  const int64_t number = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (number >= batch.members * n) return;
  const int64_t member = number / n, k = number % n;
  const bool is_none = failed[member] != 0;
  const auto real = batch.matrix<F>(batch.results[result], member);
  const auto imaginary = batch.matrix<F>(batch.results[result + 1], member);
  if (real.data) real(k, 0) = is_none ? F(NAN) : values[number].re;
  if (imaginary.data) imaginary(k, 0) = is_none ? F(NAN) : values[number].im;
}

template <typename F>
__global__ void __launch_bounds__(kThreadsOfBlock)
    put_vectors(const Batch batch, int result, const Complex<F> *values, const F *vectors,
                const int *failed) {
  const int64_t n = batch.operands[0].rows;
  const int64_t number = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (number >= batch.members * n * n) return;
  const int64_t member = number / (n * n), i = number / n % n, j = number % n;
  const F *of_row = vectors + member * n * n + i;
  const F imaginary = values[member * n + j].im;
  Complex<F> element(of_row[j * n]);
  if (imaginary > 0) element.im = of_row[(j + 1) * n];
  if (imaginary < 0) element = Complex<F>(of_row[(j - 1) * n], -of_row[j * n]);
  if (failed[member] != 0) element = Complex<F>(F(NAN), F(NAN));
  batch.matrix<Complex<F>>(batch.results[result], member)(i, j) = element;
}

template <typename F>
void put_eigenvalues(CUstream_st *stream, const Batch &batch, int result, const Complex<F> *values,
                     const int *failed) {
  start(stream, put_values<F>, batch.members * batch.operands[0].rows, batch, result, values,
        failed);
}
template <typename F>
void put_eigenvectors(CUstream_st *stream, const Batch &batch, int result, const Complex<F> *values,
                      const F *vectors, const int *failed) {
  if (!batch.results[result].data) return;
  const int64_t n = batch.operands[0].rows;
  start(stream, put_vectors<F>, batch.members * n * n, batch, result, values, vectors, failed);
}

#define SHARDC_EIGENPAIRS_OF(F)                                                                    \
  template void put_eigenvalues<F>(CUstream_st *, const Batch &, int, const Complex<F> *,          \
                                   const int *);                                                   \
  template void put_eigenvectors<F>(CUstream_st *, const Batch &, int, const Complex<F> *,         \
                                    const F *, const int *);
SHARDC_EIGENPAIRS_OF(float)
SHARDC_EIGENPAIRS_OF(double)
#undef SHARDC_EIGENPAIRS_OF

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
