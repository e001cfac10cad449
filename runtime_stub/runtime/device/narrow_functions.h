// SPDX-License-Identifier: Apache-2.0
// Functions of narrow floats: those of floats, rounded. A header with functions of floats has a
// line for each of them, behind all that they call.
#pragma once

#include "runtime/narrow.h"

#define SHARDC_ROUNDED_1(function)                                                                 \
  template <NarrowFloat N>                                                                         \
  SHARDC_INLINE N function(N x) {                                                                  \
    return N(function(float(x)));                                                                  \
  }
#define SHARDC_ROUNDED_2(function)                                                                 \
  template <NarrowFloat N>                                                                         \
  SHARDC_INLINE N function(N x, N y) {                                                             \
    return N(function(float(x), float(y)));                                                        \
  }
