// SPDX-License-Identifier: Apache-2.0
// A stand-in for cuBLAS, with the prototypes of its own header.
#include "lapack.h"

#include <cublas_v2.h>

#include <vector>

struct cublasContext {
  CUstream_st *stream = nullptr;
};

using namespace emulation;

static Handles<cublasContext> handles("a handle of cuBLAS");

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle) {
  *handle = handles.make();
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  return handles.destroy(handle) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  if (!handles.has(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return CUBLAS_STATUS_SUCCESS;
}
const char *cublasGetStatusString(cublasStatus_t) { return "an emulated error of cuBLAS"; }

/// What is solved, but for the matrices.
struct Solve {
  char side, uplo, trans, diag;
  int m, n, lda, ldb;

  bool isGood() const { return m > 0 && n > 0 && lda >= (side == 'L' ? m : n) && ldb >= m; }
  std::string words() const { return {side, uplo, trans, diag}; }
};

static Solve solveOf(cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
                     cublasDiagType_t diag, int m, int n, int lda, int ldb) {
  return {side == CUBLAS_SIDE_LEFT ? 'L' : 'R',
          uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U',
          trans == CUBLAS_OP_N   ? 'N'
          : trans == CUBLAS_OP_T ? 'T'
                                 : 'C',
          diag == CUBLAS_DIAG_UNIT ? 'U' : 'N',
          m,
          n,
          lda,
          ldb};
}

template <typename T>
static void solve(const Solve &s, T alpha, const T *a, T *b) {
  formFor<T>(lapack::strsm_, lapack::dtrsm_, lapack::ctrsm_, lapack::ztrsm_)(
      &s.side, &s.uplo, &s.trans, &s.diag, &s.m, &s.n, &alpha, a, &s.lda, b, &s.ldb, 1, 1, 1, 1);
}

template <typename T>
static cublasStatus_t solveOne(cublasHandle_t handle, const Solve &s, const T *alpha, const T *a,
                               T *b) {
  if (!handles.has(handle) || !handle->stream || !s.isGood()) return CUBLAS_STATUS_INVALID_VALUE;
  note("trsm", kTypeName<T>, handle->stream, {s.m, s.n, s.lda, s.ldb}, s.words());
  emulatedGive({handle->stream}, [=, factor = *alpha] { solve(s, factor, a, b); });
  return CUBLAS_STATUS_SUCCESS;
}
template <typename T>
static cublasStatus_t solveBatch(cublasHandle_t handle, const Solve &s, const T *alpha,
                                 const T *const *a, T *const *b, int count) {
  if (!handles.has(handle) || !handle->stream || !s.isGood() || count < 1)
    return CUBLAS_STATUS_INVALID_VALUE;
  note("trsmBatched", kTypeName<T>, handle->stream, {s.m, s.n, s.lda, s.ldb, count}, s.words());
  emulatedGive({handle->stream}, [=, factor = *alpha] {
    for (int k = 0; k < count; ++k)
      solve(s, factor, a[k], b[k]);
  });
  return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
static cublasStatus_t factoriseEach(cublasHandle_t handle, int n, T *const *a, int lda, int *pivots,
                                    int *info, int count) {
  if (!handles.has(handle) || !handle->stream || n < 1 || lda < n || !pivots || count < 1)
    return CUBLAS_STATUS_INVALID_VALUE;
  note("getrfBatched", kTypeName<T>, handle->stream, {n, lda, count});
  emulatedGive({handle->stream}, [=] {
    for (int k = 0; k < count; ++k)
      formFor<T>(lapack::sgetrf_, lapack::dgetrf_, lapack::cgetrf_,
                 lapack::zgetrf_)(&n, &n, a[k], &lda, pivots + k * n, info + k);
  });
  return CUBLAS_STATUS_SUCCESS;
}

/// Memory of the device is looked at when the stream gets to it; `info` is the host's.
template <typename T>
static cublasStatus_t reflectEach(cublasHandle_t handle, int m, int n, T *const *a, int lda,
                                  T *const *factors, int *info, int count) {
  if (!handles.has(handle) || !handle->stream) return CUBLAS_STATUS_INVALID_VALUE;
  *info = m < 1 ? -2 : n < 1 ? -3 : lda < m ? -5 : count < 1 ? -8 : 0;
  if (*info != 0) return CUBLAS_STATUS_INVALID_VALUE;
  note("geqrfBatched", kTypeName<T>, handle->stream, {m, n, lda, count});
  emulatedGive({handle->stream}, [=] {
    const int numbers = 64 * n;
    std::vector<T> work(static_cast<size_t>(numbers));
    int wrong = 0;
    for (int k = 0; k < count; ++k)
      formFor<T>(lapack::sgeqrf_, lapack::dgeqrf_, lapack::cgeqrf_,
                 lapack::zgeqrf_)(&m, &n, a[k], &lda, factors[k], work.data(), &numbers, &wrong);
  });
  return CUBLAS_STATUS_SUCCESS;
}

#define FACTORISE(letter, Cuda, T)                                                                 \
  cublasStatus_t cublas##letter##getrfBatched(cublasHandle_t handle, int n, Cuda *const a[],       \
                                              int lda, int *pivots, int *info, int count) {        \
    return factoriseEach(handle, n, reinterpret_cast<T *const *>(a), lda, pivots, info, count);    \
  }                                                                                                \
  cublasStatus_t cublas##letter##geqrfBatched(cublasHandle_t handle, int m, int n,                 \
                                              Cuda *const a[], int lda, Cuda *const factors[],     \
                                              int *info, int count) {                              \
    return reflectEach(handle, m, n, reinterpret_cast<T *const *>(a), lda,                         \
                       reinterpret_cast<T *const *>(factors), info, count);                        \
  }
FACTORISE(S, float, float)
FACTORISE(D, double, double)
FACTORISE(C, cuComplex, C)
FACTORISE(Z, cuDoubleComplex, Z)

#define TRSM(letter, Cuda, T)                                                                      \
  cublasStatus_t cublas##letter##trsm_v2(cublasHandle_t handle, cublasSideMode_t side,             \
                                         cublasFillMode_t uplo, cublasOperation_t trans,           \
                                         cublasDiagType_t diag, int m, int n, const Cuda *alpha,   \
                                         const Cuda *a, int lda, Cuda *b, int ldb) {               \
    return solveOne(handle, solveOf(side, uplo, trans, diag, m, n, lda, ldb),                      \
                    reinterpret_cast<const T *>(alpha), reinterpret_cast<const T *>(a),            \
                    reinterpret_cast<T *>(b));                                                     \
  }                                                                                                \
  cublasStatus_t cublas##letter##trsmBatched(                                                      \
      cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,                         \
      cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const Cuda *alpha,             \
      const Cuda *const a[], int lda, Cuda *const b[], int ldb, int count) {                       \
    return solveBatch(handle, solveOf(side, uplo, trans, diag, m, n, lda, ldb),                    \
                      reinterpret_cast<const T *>(alpha), reinterpret_cast<const T *const *>(a),   \
                      reinterpret_cast<T *const *>(b), count);                                     \
  }
TRSM(S, float, float)
TRSM(D, double, double)
TRSM(C, cuComplex, C)
TRSM(Z, cuDoubleComplex, Z)
