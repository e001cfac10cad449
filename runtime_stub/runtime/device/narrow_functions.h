// SPDX-License-Identifier: Apache-2.0
// The functions of scalar.h of narrow floats: those of floats, rounded. It is scalar.h that is to
// be included.
#pragma once

#include "runtime/narrow.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

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

SHARDC_ROUNDED_1(abs)
SHARDC_ROUNDED_1(sign)
SHARDC_ROUNDED_1(roundAway)
SHARDC_ROUNDED_1(roundEven)
SHARDC_ROUNDED_1(ceil)
SHARDC_ROUNDED_1(floor)
SHARDC_ROUNDED_1(sqrt)
SHARDC_ROUNDED_1(rsqrt)
SHARDC_ROUNDED_1(cbrt)
SHARDC_ROUNDED_1(exp)
SHARDC_ROUNDED_1(expm1)
SHARDC_ROUNDED_1(log)
SHARDC_ROUNDED_1(log1p)
SHARDC_ROUNDED_1(logistic)
SHARDC_ROUNDED_1(sin)
SHARDC_ROUNDED_1(cos)
SHARDC_ROUNDED_1(tan)
SHARDC_ROUNDED_1(tanh)
SHARDC_ROUNDED_1(erf)
SHARDC_ROUNDED_1(sinh)
SHARDC_ROUNDED_1(cosh)
SHARDC_ROUNDED_1(asin)
SHARDC_ROUNDED_1(acos)
SHARDC_ROUNDED_1(atan)
SHARDC_ROUNDED_1(asinh)
SHARDC_ROUNDED_1(acosh)
SHARDC_ROUNDED_1(atanh)
SHARDC_ROUNDED_1(erfc)
SHARDC_ROUNDED_1(erfInv)
SHARDC_ROUNDED_1(lgamma)
SHARDC_ROUNDED_1(digamma)
SHARDC_ROUNDED_1(besselI1e)
SHARDC_ROUNDED_2(max)
SHARDC_ROUNDED_2(min)
SHARDC_ROUNDED_2(remainder)
SHARDC_ROUNDED_2(pow)
SHARDC_ROUNDED_2(atan2)
SHARDC_ROUNDED_2(zeta)
SHARDC_ROUNDED_2(polygamma)

#undef SHARDC_ROUNDED_1
#undef SHARDC_ROUNDED_2

template <int e, int m>
SHARDC_HD bool isFinite(Narrow<e, m> x) {
  return isFinite(float(x));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
