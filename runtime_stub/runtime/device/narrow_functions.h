// SPDX-License-Identifier: Apache-2.0
// Functions of narrow floats: those of floats, rounded. A header with functions of floats has a line
// for each of them, behind all that they call.
#pragma once

#include "runtime/narrow.h"

#define SHARDC_ROUNDED_1(function)                                                                 \
  template <int e, int m>                                                                          \
  SHARDC_INLINE Narrow<e, m> function(Narrow<e, m> x) {                                            \
    return Narrow<e, m>(function(float(x)));                                                       \
  }
#define SHARDC_ROUNDED_2(function)                                                                 \
  template <int e, int m>                                                                          \
  SHARDC_INLINE Narrow<e, m> function(Narrow<e, m> x, Narrow<e, m> y) {                            \
    return Narrow<e, m>(function(float(x), float(y)));                                             \
  }
