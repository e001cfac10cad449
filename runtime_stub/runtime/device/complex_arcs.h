// SPDX-License-Identifier: Apache-2.0
// The inverses of complex sines, cosines and tangents, after Kahan, "Branch cuts for complex
// elementary functions" (1987): roots of 1 - x and 1 + x, of whose parts no sum cancels. Beside an
// imaginary part that is NaN a real part of 0 says what it can.
#pragma once

#include "runtime/device/complex_doubles.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr double kRightAngle = 0x1.921fb54442d18p+0;

/// Whether 1 is nothing beside it, and products of roots may be out of range.
SHARDC_HD inline bool isVast(Doubles2 x) {
  return std::fabs(x.re) > 1e300 || std::fabs(x.im) > 1e300;
}
/// log |2 x|
SHARDC_HD inline double log_of_twice(Doubles2 x) { return log_of_size(x) + 0x1.62e42fefa39efp-1; }

/// 0 + NaN i
SHARDC_HD inline bool isZeroBesideNan(Doubles2 x) { return x.re == 0 && x.im != x.im; }

SHARDC_HD inline Doubles2 asin_of_complex(Doubles2 x) {
  if (isZeroBesideNan(x)) return x;
  if (isVast(x))
    return Doubles2(std::atan2(x.re, std::fabs(x.im)), std::copysign(log_of_twice(x), x.im));
  const Doubles2 below = sqrt_of_complex(Doubles2(1 - x.re, -x.im));
  const Doubles2 above = sqrt_of_complex(Doubles2(1 + x.re, x.im));
  return Doubles2(std::atan2(x.re, below.re * above.re - below.im * above.im),
                  std::asinh(below.re * above.im - below.im * above.re));
}

SHARDC_HD inline Doubles2 acos_of_complex(Doubles2 x) {
  if (isZeroBesideNan(x)) return Doubles2(kRightAngle, x.im);
  if (isVast(x))
    return Doubles2(std::atan2(std::fabs(x.im), x.re), std::copysign(log_of_twice(x), -x.im));
  const Doubles2 below = sqrt_of_complex(Doubles2(1 - x.re, -x.im));
  const Doubles2 above = sqrt_of_complex(Doubles2(1 + x.re, x.im));
  return Doubles2(2 * std::atan2(below.re, above.re),
                  std::asinh(above.re * below.im - above.im * below.re));
}

/// 1/4 log(1 + 4a / ((1 - a)^2 + b^2)) + i/2 atan2(2b, (1 - a)(1 + a) - b^2), for a >= 0.
SHARDC_HD inline Doubles2 atanh_of_right(Doubles2 x) {
  const double a = x.re, b = x.im;
  if (b != b || (a != a && !isInfinite(b)))
    return Doubles2(isInfinite(a) ? 0.0 : double(NAN), double(NAN));
  if (a > 1e150 || std::fabs(b) > 1e150) { // about 1 / x
    const double inverse = isInfinite(x) ? 0.0 : quotient_of_complex(Doubles2(1.0, 0.0), x).re;
    return Doubles2(inverse, std::copysign(kRightAngle, b));
  }
  const double rest = 1 - a, turn = 0.5 * std::atan2(2 * b, rest * (1 + a) - b * b);
  if (rest == 0 && std::fabs(b) < 1e-150) // whose square may be no number
    return Doubles2(b == 0 ? double(INFINITY)
                           : 0.5 * (0x1.62e42fefa39efp-1 - std::log(std::fabs(b))),
                    b == 0 ? b : turn);
  return Doubles2(0.25 * std::log1p(4 * a / (rest * rest + b * b)), turn);
}

SHARDC_HD inline Doubles2 atanh_of_complex(Doubles2 x) {
  if (isZeroBesideNan(x)) return x;
  if (!std::signbit(x.re)) return atanh_of_right(x);
  return -atanh_of_right(-x);
}

/// acosh x = +-i acos x, on the side where its real part is positive.
SHARDC_HD inline Doubles2 acosh_of_complex(Doubles2 x) {
  if (isZeroBesideNan(x)) return Doubles2(x.im, kRightAngle);
  if (isVast(x)) return Doubles2(log_of_twice(x), std::atan2(x.im, x.re));
  const Doubles2 below = sqrt_of_complex(Doubles2(x.re - 1, x.im));
  const Doubles2 above = sqrt_of_complex(Doubles2(x.re + 1, x.im));
  return Doubles2(std::asinh(below.re * above.re + below.im * above.im),
                  2 * std::atan2(below.im, above.re));
}

/// asinh x = -i asin(i x)
SHARDC_HD inline Doubles2 asinh_of_complex(Doubles2 x) {
  const Doubles2 turned = asin_of_complex(Doubles2(-x.im, x.re));
  return Doubles2(turned.im, -turned.re);
}
/// atan x = -i atanh(i x)
SHARDC_HD inline Doubles2 atan_of_complex(Doubles2 x) {
  const Doubles2 turned = atanh_of_complex(Doubles2(-x.im, x.re));
  return Doubles2(turned.im, -turned.re);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
