// SPDX-License-Identifier: Apache-2.0
// Eigenvalues and eigenvectors of real matrices, as LAPACK packs them: a pair of complex
// eigenvalues has a column of the real parts of its vectors, and one of the imaginary parts of the
// first. All is work of a stream.
#pragma once

#include "runtime/routines/batch.h"

struct CUstream_st; // CUDA's

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Puts the real parts of all members' eigenvalues into one result and the imaginary parts into the
/// next; NaN for those that have `failed`.
template <typename F>
void put_eigenvalues(CUstream_st *stream, const Batch &batch, int result, const Complex<F> *values,
                     const int *failed);
/// Puts their vectors.
template <typename F>
void put_eigenvectors(CUstream_st *stream, const Batch &batch, int result, const Complex<F> *values,
                      const F *vectors, const int *failed);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
