// SPDX-License-Identifier: Apache-2.0
// LAPACK and BLAS by their Fortran names, as far as stand-ins for NVIDIA's libraries call them.
#pragma once

#include "standin.h"

namespace emulation::lapack {
template <typename T>
using Potrf = void(const char *, const int *, T *, const int *, int *, size_t);
template <typename T>
using Getrf = void(const int *, const int *, T *, const int *, int *, int *);
template <typename T>
using Geqrf = void(const int *, const int *, T *, const int *, T *, T *, const int *, int *);
template <typename T>
using Orgqr = void(const int *, const int *, const int *, T *, const int *, const T *, T *,
                   const int *, int *);
template <typename T>
using Ormqr = void(const char *, const char *, const int *, const int *, const int *, const T *,
                   const int *, const T *, T *, const int *, T *, const int *, int *, size_t,
                   size_t);
template <typename T>
using Sytrd = void(const char *, const int *, T *, const int *, Real<T> *, Real<T> *, T *, T *,
                   const int *, int *, size_t);
template <typename T>
using Syev = void(const char *, const char *, const int *, T *, const int *, T *, T *, const int *,
                  int *, size_t, size_t);
template <typename T>
using Heev = void(const char *, const char *, const int *, T *, const int *, Real<T> *, T *,
                  const int *, Real<T> *, int *, size_t, size_t);
template <typename T>
using Gesvd = void(const char *, const char *, const int *, const int *, T *, const int *, T *, T *,
                   const int *, T *, const int *, T *, const int *, int *, size_t, size_t);
template <typename T>
using ComplexGesvd = void(const char *, const char *, const int *, const int *, T *, const int *,
                          Real<T> *, T *, const int *, T *, const int *, T *, const int *,
                          Real<T> *, int *, size_t, size_t);
template <typename T>
using Geev = void(const char *, const char *, const int *, T *, const int *, T *, T *, T *,
                  const int *, T *, const int *, T *, const int *, int *, size_t, size_t);
template <typename T>
using ComplexGeev = void(const char *, const char *, const int *, T *, const int *, T *, T *,
                         const int *, T *, const int *, T *, const int *, Real<T> *, int *, size_t,
                         size_t);
template <typename T>
using Trsm = void(const char *, const char *, const char *, const char *, const int *, const int *,
                  const T *, const T *, const int *, T *, const int *, size_t, size_t, size_t,
                  size_t);
extern "C" {
Potrf<float> spotrf_;
Potrf<double> dpotrf_;
Potrf<C> cpotrf_;
Potrf<Z> zpotrf_;
Getrf<float> sgetrf_;
Getrf<double> dgetrf_;
Getrf<C> cgetrf_;
Getrf<Z> zgetrf_;
Geqrf<float> sgeqrf_;
Geqrf<double> dgeqrf_;
Geqrf<C> cgeqrf_;
Geqrf<Z> zgeqrf_;
Orgqr<float> sorgqr_;
Orgqr<double> dorgqr_;
Orgqr<C> cungqr_;
Orgqr<Z> zungqr_;
Ormqr<float> sormqr_;
Ormqr<double> dormqr_;
Ormqr<C> cunmqr_;
Ormqr<Z> zunmqr_;
Sytrd<float> ssytrd_;
Sytrd<double> dsytrd_;
Sytrd<C> chetrd_;
Sytrd<Z> zhetrd_;
Syev<float> ssyev_;
Syev<double> dsyev_;
Heev<C> cheev_;
Heev<Z> zheev_;
Gesvd<float> sgesvd_;
Gesvd<double> dgesvd_;
ComplexGesvd<C> cgesvd_;
ComplexGesvd<Z> zgesvd_;
Geev<float> sgeev_;
Geev<double> dgeev_;
ComplexGeev<C> cgeev_;
ComplexGeev<Z> zgeev_;
Trsm<float> strsm_;
Trsm<double> dtrsm_;
Trsm<C> ctrsm_;
Trsm<Z> ztrsm_;
}
} // namespace emulation::lapack
