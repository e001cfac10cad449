// SPDX-License-Identifier: Apache-2.0
// The complement and the inverse of the error function; of 32-bit floats as in exponentials.h.
#pragma once

#include "runtime/device/double_functions.h"
#include "runtime/device/narrow_functions.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// 1 - erf(x)
template <typename F>
SHARDC_INLINE F erfc_of_float(F x) {
  const F t = magnitude(x), s = x * x;
  const F p = polynomial(s, -0x1.9353bap-11f, 0x1.54ceb2p-8f, -0x1.b82018p-6f, 0x1.ce2ef2p-4f,
                         -0x1.812746p-2f, 0x1.20dd76p+0f);
  const F near = fma(-p, x, 1.0f);
  // erfc(u) e^(u^2) (1 + 2 u), as M. M. Shepherd and J. G. Laframboise (1981) approximate it.
  const F u = t > 10.5f ? 10.5f : t;
  const F q = (u - 2.0f) / (u + 2.0f);
  const F scaled = polynomial(q, -0x1.d78c4p-13f, -0x1.4be572p-10f, 0x1.2c7848p-10f, 0x1.1bc0b8p-7f,
                              -0x1.065454p-7f, -0x1.bc1956p-5f, 0x1.4ff8cap-3f, -0x1.5407f8p-3f,
                              -0x1.7bf5dcp-4f, 0x1.46e80ep+0f) /
                   fma(2.0f, u, 1.0f);
  const Pair<F> square = product_of(u, u);
  const F e = exp_of_float<F>(-square.high);
  const F tail = scaled * fma(-e, square.low, e);
  const F far = x < 0.0f ? 2.0f - tail : tail;
  return t < 0.5f ? near : far;
}

/// The x whose erf() is y. As M. Giles, "Approximating the erfinv function" (2010), does it: y
/// times a function of -log(1 - y^2), or of the root of that.
template <typename F>
SHARDC_INLINE F erf_inv_of_float(F y) {
  const float infinite = bitcast<float>(0x7f800000), nan = bitcast<float>(0x7fc00000);
  const F size = magnitude(y);
  const F w = -log_of_float<F>(fma(-y, y, 1.0f));
  const F near = polynomial<F>(w - 3.0f, 0x1.57e008p-31f, -0x1.782468p-28f, -0x1.3b005p-26f,
                               0x1.e17d5ep-22f, -0x1.dcb21p-20f, -0x1.aa6ffep-17f, 0x1.993658p-13f,
                               -0x1.b667e2p-11f, -0x1.780eeap-8f, 0x1.eedbecp-3f, 0x1.9fa074p+0f);
  const F far = polynomial<F>(root_of(w) - 3.0f, -0x1.40d716p-14f, -0x1.afcbf2p-14f,
                              0x1.5f1f82p-10f, -0x1.cfe9f2p-9f, 0x1.76a86ap-8f, -0x1.f54b32p-8f,
                              0x1.356e8ep-7f, 0x1.006dcep+0f, 0x1.6a9efcp+1f);
  const F inside = y * (w < 6.0f ? near : far);
  const F outside = size == 1.0f ? with_sign<F>(spread<F>(infinite), y) : spread<F>(nan);
  return size < 1.0f ? inside : outside;
}

template <typename T>
SHARDC_INLINE T erfc(T x) {
  if constexpr (isOfFloats<T>)
    return erfc_of_float(x);
  else
    return std::erfc(x);
}
/// The x whose erf() is y.
template <typename T>
SHARDC_INLINE T erfInv(T x) {
  if constexpr (isOfFloats<T>)
    return erf_inv_of_float(x);
  else
    return erf_inv_of_double(x);
}

SHARDC_ROUNDED_1(erfc)
SHARDC_ROUNDED_1(erfInv)

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
