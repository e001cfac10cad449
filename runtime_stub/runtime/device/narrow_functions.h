// SPDX-License-Identifier: Apache-2.0
// Functions of narrow floats, and of vectors of them: those of floats, rounded. A header with
// functions of floats has a line for each of them, behind all that they call.
#pragma once

#include "runtime/device/vector.h"

#define SHARDC_ROUNDED_NUMBERS_1(function)                                                         \
  template <NarrowFloat N>                                                                         \
  SHARDC_INLINE N function(N x) {                                                                  \
    return N(function(float(x)));                                                                  \
  }
#define SHARDC_ROUNDED_NUMBERS_2(function)                                                         \
  template <NarrowFloat N>                                                                         \
  SHARDC_INLINE N function(N x, N y) {                                                             \
    return N(function(float(x), float(y)));                                                        \
  }
#ifdef __CUDACC__ // threads have one number each
#define SHARDC_ROUNDED_VECTORS_1(function)
#define SHARDC_ROUNDED_VECTORS_2(function)
#else
#define SHARDC_ROUNDED_VECTORS_1(function)                                                         \
  template <NarrowFloat N, int width>                                                              \
  SHARDC_INLINE Narrows<N, width> function(Narrows<N, width> x) {                                  \
    return converted<N>(function(floats(x)));                                                      \
  }
#define SHARDC_ROUNDED_VECTORS_2(function)                                                         \
  template <NarrowFloat N, int width>                                                              \
  SHARDC_INLINE Narrows<N, width> function(Narrows<N, width> x, Narrows<N, width> y) {             \
    return converted<N>(function(floats(x), floats(y)));                                           \
  }                                                                                                \
  template <NarrowFloat N, int width>                                                              \
  SHARDC_INLINE Narrows<N, width> function(Narrows<N, width> x, N y) {                             \
    return converted<N>(function(floats(x), float(y)));                                            \
  }                                                                                                \
  template <NarrowFloat N, int width>                                                              \
  SHARDC_INLINE Narrows<N, width> function(N x, Narrows<N, width> y) {                             \
    return converted<N>(function(float(x), floats(y)));                                            \
  }
#endif
#define SHARDC_ROUNDED_1(function)                                                                 \
  SHARDC_ROUNDED_NUMBERS_1(function) SHARDC_ROUNDED_VECTORS_1(function)
#define SHARDC_ROUNDED_2(function)                                                                 \
  SHARDC_ROUNDED_NUMBERS_2(function) SHARDC_ROUNDED_VECTORS_2(function)
