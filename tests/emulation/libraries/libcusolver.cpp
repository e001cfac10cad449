// SPDX-License-Identifier: Apache-2.0
// A stand-in for cuSOLVER, with the prototypes of its own header: LAPACK does the work. Memory to
// work in, of the device and of the host, is asked for and overwritten, so what lies there as well
// is lost. EMULATED_CUSOLVER_FAULT=1: no handle is made.
#include "lapack.h"

#include <cusolverDn.h>

#include <algorithm>

struct cusolverDnContext {
  CUstream_st *stream = nullptr;
};
struct cusolverDnParams {};

using namespace emulation;

static Handles<cusolverDnContext> handles("a handle of cuSOLVER");
static Handles<cusolverDnParams> allParams("a list of cuSOLVER's parameters");

constexpr cusolverStatus_t kGood = CUSOLVER_STATUS_SUCCESS, kWrong = CUSOLVER_STATUS_INVALID_VALUE;

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle) {
  if (std::getenv("EMULATED_CUSOLVER_FAULT")) return CUSOLVER_STATUS_ALLOC_FAILED;
  *handle = handles.make();
  return kGood;
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
  return handles.destroy(handle) ? kGood : CUSOLVER_STATUS_NOT_INITIALIZED;
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
  if (!handles.has(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  handle->stream = stream;
  return kGood;
}
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params) {
  *params = allParams.make();
  return kGood;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
  return allParams.destroy(params) ? kGood : kWrong;
}

/// What a call works in.
struct Work {
  void *device, *host;
  size_t deviceBytes, hostBytes;
};

/// Memory that a call for matrices of this order asks for.
static size_t deviceBytes(int64_t order) { return static_cast<size_t>(64 * order + 192); }
constexpr size_t kHostBytes = 96;

static cusolverStatus_t askFor(int64_t order, size_t *device, size_t *host) {
  *device = deviceBytes(order);
  *host = kHostBytes;
  return kGood;
}

static char letterOf(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U'; }

/// Gives work to a handle's stream.
template <typename Run>
static cusolverStatus_t give(cusolverDnHandle_t handle, const Work &work, int64_t order,
                             const Run &run) {
  const bool fits = handles.has(handle) && handle->stream && work.device &&
                    work.deviceBytes >= deviceBytes(order) && (work.hostBytes == 0 || work.host);
  if (!fits) return kWrong;
  if (work.hostBytes != 0) std::memset(work.host, 0x5a, work.hostBytes);
  emulatedGive({handle->stream}, [=] {
    std::memset(work.device, 0x5a, work.deviceBytes);
    run();
  });
  return kGood;
}

static int size(int64_t n) { return static_cast<int>(n); }
template <typename T>
static T *as(void *at) {
  return static_cast<T *>(at);
}

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cublasFillMode_t, int64_t n, cudaDataType,
                                             const void *, int64_t, cudaDataType, size_t *device,
                                             size_t *host) {
  return askFor(n, device, host);
}

template <typename T>
static void factorise(char uplo, int n, T *a, int lda, int *info) {
  formFor<T>(lapack::spotrf_, lapack::dpotrf_, lapack::cpotrf_, lapack::zpotrf_)(&uplo, &n, a, &lda,
                                                                                 info, 1);
}

cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, cudaDataType compute, void *device,
                                  size_t deviceBytes, void *host, size_t hostBytes, int *info) {
  if (!allParams.has(params) || type != compute || lda < n) return kWrong;
  const bool good = withType(type, [&]<typename T>(T) {
    note("potrf", kTypeName<T>, handle->stream, {n, lda}, {letterOf(uplo)});
    return give(handle, {device, host, deviceBytes, hostBytes}, n,
                [=] { factorise(letterOf(uplo), size(n), as<T>(a), size(lda), info); }) == kGood;
  });
  return good ? kGood : kWrong;
}

template <typename T>
static cusolverStatus_t factoriseEach(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                      T **a, int lda, int *info, int count) {
  if (!handles.has(handle) || !handle->stream || lda < n || count < 1) return kWrong;
  note("potrfBatched", kTypeName<T>, handle->stream, {n, lda, count}, {letterOf(uplo)});
  emulatedGive({handle->stream}, [=] {
    for (int k = 0; k < count; ++k) {
      factorise(letterOf(uplo), n, a[k], lda, info + k);
      for (int i = 0; i < n; ++i) // what is there belongs to nobody: NVIDIA's writes there, too
        for (int j = 0; j < i; ++j)
          (uplo == CUBLAS_FILL_MODE_LOWER ? a[k][j + i * lda] : a[k][i + j * lda]) = T(77);
    }
  });
  return kGood;
}

cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t m,
                                             int64_t, cudaDataType, const void *, int64_t,
                                             cudaDataType, size_t *device, size_t *host) {
  return askFor(m, device, host);
}
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda,
                                  int64_t *pivots, cudaDataType compute, void *device,
                                  size_t deviceBytes, void *host, size_t hostBytes, int *info) {
  if (!allParams.has(params) || type != compute || lda < m || !pivots) return kWrong;
  const bool good = withType(type, [&]<typename T>(T) {
    note("getrf", kTypeName<T>, handle->stream, {m, n, lda});
    return give(handle, {device, host, deviceBytes, hostBytes}, m, [=] {
             const int rows = size(m), columns = size(n), ld = size(lda);
             std::vector<int> found(static_cast<size_t>(std::min(m, n)));
             formFor<T>(lapack::sgetrf_, lapack::dgetrf_, lapack::cgetrf_,
                        lapack::zgetrf_)(&rows, &columns, as<T>(a), &ld, found.data(), info);
             std::copy(found.begin(), found.end(), pivots);
           }) == kGood;
  });
  return good ? kGood : kWrong;
}

cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, int64_t m,
                                             int64_t, cudaDataType, const void *, int64_t,
                                             cudaDataType, const void *, cudaDataType,
                                             size_t *device, size_t *host) {
  return askFor(m, device, host);
}
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda,
                                  cudaDataType typeOfFactors, void *factors, cudaDataType compute,
                                  void *device, size_t deviceBytes, void *host, size_t hostBytes,
                                  int *info) {
  if (!allParams.has(params) || type != compute || type != typeOfFactors || lda < m) return kWrong;
  const bool good = withType(type, [&]<typename T>(T) {
    note("geqrf", kTypeName<T>, handle->stream, {m, n, lda});
    return give(handle, {device, host, deviceBytes, hostBytes}, m, [=] {
             const int rows = size(m), columns = size(n), ld = size(lda), count = 64 * columns;
             std::vector<T> work(static_cast<size_t>(count));
             formFor<T>(lapack::sgeqrf_, lapack::dgeqrf_, lapack::cgeqrf_, lapack::zgeqrf_)(
                 &rows, &columns, as<T>(a), &ld, as<T>(factors), work.data(), &count, info);
           }) == kGood;
  });
  return good ? kGood : kWrong;
}

template <typename T>
static void findEigenvectors(char job, char uplo, int n, T *a, int lda, Real<T> *w, int *info) {
  const int count = 64 * n;
  std::vector<T> work(static_cast<size_t>(count));
  std::vector<Real<T>> more(static_cast<size_t>(3 * n));
  const auto find = formFor<T>(lapack::ssyev_, lapack::dsyev_, lapack::cheev_, lapack::zheev_);
  if constexpr (isComplex<T>)
    find(&job, &uplo, &n, a, &lda, w, work.data(), &count, more.data(), info, 1, 1);
  else
    find(&job, &uplo, &n, a, &lda, w, work.data(), &count, info, 1, 1);
}

cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                             cusolverEigMode_t, cublasFillMode_t, int64_t n,
                                             cudaDataType, const void *, int64_t, cudaDataType,
                                             const void *, cudaDataType, size_t *device,
                                             size_t *host) {
  return askFor(n, device, host);
}
cusolverStatus_t cusolverDnXsyevBatched_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                                   cusolverEigMode_t, cublasFillMode_t, int64_t n,
                                                   cudaDataType, const void *, int64_t,
                                                   cudaDataType, const void *, cudaDataType,
                                                   size_t *device, size_t *host, int64_t count) {
  return askFor(n * count, device, host);
}

static cusolverStatus_t eigenvectors(const char *name, cusolverDnHandle_t handle,
                                     cusolverDnParams_t params, cusolverEigMode_t job,
                                     cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a,
                                     int64_t lda, cudaDataType typeOfValues, void *w,
                                     cudaDataType compute, const Work &work, int *info,
                                     int64_t count) {
  if (!allParams.has(params) || type != compute || lda < n) return kWrong;
  const bool good = withType(type, [&]<typename T>(T) {
    if (typeOfValues != kType<Real<T>>) return false;
    note(name, kTypeName<T>, handle->stream, {n, lda, count}, {letterOf(uplo)});
    return give(handle, work, n * count, [=] {
             for (int64_t k = 0; k < count; ++k)
               findEigenvectors(job == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', letterOf(uplo),
                                size(n), as<T>(a) + k * lda * n, size(lda), as<Real<T>>(w) + k * n,
                                info + k);
           }) == kGood;
  });
  return good ? kGood : kWrong;
}

cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cusolverEigMode_t job, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType type, void *a, int64_t lda,
                                  cudaDataType typeOfValues, void *w, cudaDataType compute,
                                  void *device, size_t deviceBytes, void *host, size_t hostBytes,
                                  int *info) {
  return eigenvectors("syevd", handle, params, job, uplo, n, type, a, lda, typeOfValues, w, compute,
                      {device, host, deviceBytes, hostBytes}, info, 1);
}
cusolverStatus_t cusolverDnXsyevBatched(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                        cusolverEigMode_t job, cublasFillMode_t uplo, int64_t n,
                                        cudaDataType type, void *a, int64_t lda,
                                        cudaDataType typeOfValues, void *w, cudaDataType compute,
                                        void *device, size_t deviceBytes, void *host,
                                        size_t hostBytes, int *info, int64_t count) {
  return eigenvectors("syevBatched", handle, params, job, uplo, n, type, a, lda, typeOfValues, w,
                      compute, {device, host, deviceBytes, hostBytes}, info, count);
}

cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t, cusolverDnParams_t, signed char,
                                             signed char, int64_t m, int64_t, cudaDataType,
                                             const void *, int64_t, cudaDataType, const void *,
                                             cudaDataType, const void *, int64_t, cudaDataType,
                                             const void *, int64_t, cudaDataType, size_t *device,
                                             size_t *host) {
  return askFor(m, device, host);
}
/// As cuSOLVER does, it wants no fewer rows than columns.
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  signed char left, signed char right, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda,
                                  cudaDataType typeOfValues, void *s, cudaDataType typeOfU, void *u,
                                  int64_t ldu, cudaDataType typeOfV, void *v, int64_t ldv,
                                  cudaDataType compute, void *device, size_t deviceBytes,
                                  void *host, size_t hostBytes, int *info) {
  const bool fits = allParams.has(params) && type == compute && typeOfU == type &&
                    typeOfV == type && m >= n && lda >= m && ldu >= m && ldv >= n;
  if (!fits) return kWrong;
  const bool good = withType(type, [&]<typename T>(T) {
    if (typeOfValues != kType<Real<T>>) return false;
    const char jobs[] = {static_cast<char>(left), static_cast<char>(right), 0};
    note("gesvd", kTypeName<T>, handle->stream, {m, n, lda, ldu, ldv}, jobs);
    return give(handle, {device, host, deviceBytes, hostBytes}, m, [=] {
             const int rows = size(m), columns = size(n), ld = size(lda), ofU = size(ldu),
                       ofV = size(ldv), count = 64 * rows;
             const char jobU = static_cast<char>(left), jobV = static_cast<char>(right);
             std::vector<T> work(static_cast<size_t>(count));
             std::vector<Real<T>> more(static_cast<size_t>(5 * n));
             const auto find =
                 formFor<T>(lapack::sgesvd_, lapack::dgesvd_, lapack::cgesvd_, lapack::zgesvd_);
             if constexpr (isComplex<T>)
               find(&jobU, &jobV, &rows, &columns, as<T>(a), &ld, as<Real<T>>(s), as<T>(u), &ofU,
                    as<T>(v), &ofV, work.data(), &count, more.data(), info, 1, 1);
             else
               find(&jobU, &jobV, &rows, &columns, as<T>(a), &ld, as<T>(s), as<T>(u), &ofU,
                    as<T>(v), &ofV, work.data(), &count, info, 1, 1);
           }) == kGood;
  });
  return good ? kGood : kWrong;
}

cusolverStatus_t cusolverDnXgeev_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                            cusolverEigMode_t, cusolverEigMode_t, int64_t n,
                                            cudaDataType, const void *, int64_t, cudaDataType,
                                            const void *, cudaDataType, const void *, int64_t,
                                            cudaDataType, const void *, int64_t, cudaDataType,
                                            size_t *device, size_t *host) {
  return askFor(n, device, host);
}
/// As cuSOLVER does, it finds no left eigenvectors. Eigenvalues are complex.
cusolverStatus_t cusolverDnXgeev(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                 cusolverEigMode_t left, cusolverEigMode_t right, int64_t n,
                                 cudaDataType type, void *a, int64_t lda, cudaDataType typeOfValues,
                                 void *w, cudaDataType, void *, int64_t, cudaDataType typeOfVectors,
                                 void *vectors, int64_t ldv, cudaDataType compute, void *device,
                                 size_t deviceBytes, void *host, size_t hostBytes, int *info) {
  const bool fits = allParams.has(params) && type == compute && typeOfVectors == type &&
                    left == CUSOLVER_EIG_MODE_NOVECTOR && lda >= n && ldv >= n;
  if (!fits) return kWrong;
  const bool good = withType(type, [&]<typename T>(T) {
    using Value = std::complex<Real<T>>;
    if (typeOfValues != kType<Value>) return false;
    note("geev", kTypeName<T>, handle->stream, {n, lda, ldv},
         {right == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N'});
    return give(handle, {device, host, deviceBytes, hostBytes}, n, [=] {
             const char none = 'N', job = right == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N';
             const int order = size(n), ld = size(lda), of = size(ldv), one = 1, count = 64 * order;
             std::vector<T> work(static_cast<size_t>(count)), re(static_cast<size_t>(n)), im = re;
             std::vector<Real<T>> more(static_cast<size_t>(2 * n));
             auto *values = as<Value>(w);
             const auto find =
                 formFor<T>(lapack::sgeev_, lapack::dgeev_, lapack::cgeev_, lapack::zgeev_);
             if constexpr (isComplex<T>)
               find(&none, &job, &order, as<T>(a), &ld, values, nullptr, &one, as<T>(vectors), &of,
                    work.data(), &count, more.data(), info, 1, 1);
             else
               find(&none, &job, &order, as<T>(a), &ld, re.data(), im.data(), nullptr, &one,
                    as<T>(vectors), &of, work.data(), &count, info, 1, 1);
             for (size_t k = 0; !isComplex<T> && k < re.size(); ++k)
               values[k] = Value(std::real(re[k]), std::real(im[k]));
           }) == kGood;
  });
  return good ? kGood : kWrong;
}

/// Of functions that count memory in numbers of their type.
template <typename T>
static cusolverStatus_t askForNumbers(int order, int *count) {
  *count = static_cast<int>((deviceBytes(order) + sizeof(T) - 1) / sizeof(T));
  return kGood;
}
template <typename T>
static Work workOf(T *work, int count) {
  return {work, nullptr, static_cast<size_t>(count) * sizeof(T), 0};
}

template <typename T>
static cusolverStatus_t productOf(cusolverDnHandle_t handle, int m, int n, int k, T *a, int lda,
                                  const T *factors, T *work, int count, int *info) {
  if (m < n || n < k || lda < m) return kWrong;
  note("orgqr", kTypeName<T>, handle->stream, {m, n, k, lda});
  return give(handle, workOf(work, count), m, [=] {
    const int size = 64 * n;
    std::vector<T> own(static_cast<size_t>(size));
    formFor<T>(lapack::sorgqr_, lapack::dorgqr_, lapack::cungqr_,
               lapack::zungqr_)(&m, &n, &k, a, &lda, factors, own.data(), &size, info);
  });
}

template <typename T>
static cusolverStatus_t apply(cusolverDnHandle_t handle, cublasSideMode_t side,
                              cublasOperation_t trans, int m, int n, int k, const T *a, int lda,
                              const T *factors, T *c, int ldc, T *work, int count, int *info) {
  const char sides = side == CUBLAS_SIDE_LEFT ? 'L' : 'R';
  const char how = trans == CUBLAS_OP_N ? 'N' : trans == CUBLAS_OP_T ? 'T' : 'C';
  const int order = sides == 'L' ? m : n;
  if (lda < order || k > order || ldc < m || (how == (isComplex<T> ? 'T' : 'C'))) return kWrong;
  note("ormqr", kTypeName<T>, handle->stream, {m, n, k, lda, ldc}, {sides, how});
  return give(handle, workOf(work, count), std::max(m, n), [=] {
    const int size = 64 * std::max(m, n);
    std::vector<T> own(static_cast<size_t>(size));
    formFor<T>(lapack::sormqr_, lapack::dormqr_, lapack::cunmqr_, lapack::zunmqr_)(
        &sides, &how, &m, &n, &k, a, &lda, factors, c, &ldc, own.data(), &size, info, 1, 1);
  });
}

template <typename T>
static cusolverStatus_t makeTridiagonal(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                        T *a, int lda, Real<T> *diagonal, Real<T> *beside,
                                        T *factors, T *work, int count, int *info) {
  if (lda < n) return kWrong;
  note("sytrd", kTypeName<T>, handle->stream, {n, lda}, {letterOf(uplo)});
  return give(handle, workOf(work, count), n, [=] {
    const int size = 64 * n;
    const char letter = letterOf(uplo);
    std::vector<T> own(static_cast<size_t>(size));
    formFor<T>(lapack::ssytrd_, lapack::dsytrd_, lapack::chetrd_, lapack::zhetrd_)(
        &letter, &n, a, &lda, diagonal, beside, factors, own.data(), &size, info, 1);
  });
}

#define OF_TYPE(letter, Cuda, F, T, org, orm, syt)                                                 \
  cusolverStatus_t cusolverDn##letter##potrfBatched(cusolverDnHandle_t handle,                     \
                                                    cublasFillMode_t uplo, int n, Cuda *a[],       \
                                                    int lda, int *info, int count) {               \
    return factoriseEach(handle, uplo, n, reinterpret_cast<T **>(a), lda, info, count);            \
  }                                                                                                \
  cusolverStatus_t cusolverDn##letter##org##_bufferSize(                                           \
      cusolverDnHandle_t, int m, int, int, const Cuda *, int, const Cuda *, int *count) {          \
    return askForNumbers<T>(m, count);                                                             \
  }                                                                                                \
  cusolverStatus_t cusolverDn##letter##org(cusolverDnHandle_t handle, int m, int n, int k,         \
                                           Cuda *a, int lda, const Cuda *factors, Cuda *work,      \
                                           int count, int *info) {                                 \
    return productOf(handle, m, n, k, reinterpret_cast<T *>(a), lda,                               \
                     reinterpret_cast<const T *>(factors), reinterpret_cast<T *>(work), count,     \
                     info);                                                                        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##letter##orm##_bufferSize(                                           \
      cusolverDnHandle_t, cublasSideMode_t, cublasOperation_t, int m, int n, int, const Cuda *,    \
      int, const Cuda *, const Cuda *, int, int *count) {                                          \
    return askForNumbers<T>(std::max(m, n), count);                                                \
  }                                                                                                \
  cusolverStatus_t cusolverDn##letter##orm(cusolverDnHandle_t handle, cublasSideMode_t side,       \
                                           cublasOperation_t trans, int m, int n, int k,           \
                                           const Cuda *a, int lda, const Cuda *factors, Cuda *c,   \
                                           int ldc, Cuda *work, int count, int *info) {            \
    return apply(handle, side, trans, m, n, k, reinterpret_cast<const T *>(a), lda,                \
                 reinterpret_cast<const T *>(factors), reinterpret_cast<T *>(c), ldc,              \
                 reinterpret_cast<T *>(work), count, info);                                        \
  }                                                                                                \
  cusolverStatus_t cusolverDn##letter##syt##_bufferSize(cusolverDnHandle_t, cublasFillMode_t,      \
                                                        int n, const Cuda *, int, const F *,       \
                                                        const F *, const Cuda *, int *count) {     \
    return askForNumbers<T>(n, count);                                                             \
  }                                                                                                \
  cusolverStatus_t cusolverDn##letter##syt(cusolverDnHandle_t handle, cublasFillMode_t uplo,       \
                                           int n, Cuda *a, int lda, F *diagonal, F *beside,        \
                                           Cuda *factors, Cuda *work, int count, int *info) {      \
    return makeTridiagonal(handle, uplo, n, reinterpret_cast<T *>(a), lda, diagonal, beside,       \
                           reinterpret_cast<T *>(factors), reinterpret_cast<T *>(work), count,     \
                           info);                                                                  \
  }
OF_TYPE(S, float, float, float, orgqr, ormqr, sytrd)
OF_TYPE(D, double, double, double, orgqr, ormqr, sytrd)
OF_TYPE(C, cuComplex, float, C, ungqr, unmqr, hetrd)
OF_TYPE(Z, cuDoubleComplex, double, Z, ungqr, unmqr, hetrd)
