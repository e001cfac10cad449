// SPDX-License-Identifier: Apache-2.0
// Functions of doubles that the C++ library lacks, and what they, and rare functions of floats, are
// made of. As in exponentials.h every step is one that IEEE 754 defines, so they are the same
// bits on every machine. Coefficients are minimax fits.
#pragma once

#include "runtime/device/exponentials.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// 2^n for n from -1022 to 1023.
SHARDC_INLINE double double_power_of_two(int64_t n) { return bitcast<double>((n + 1023) << 52); }

SHARDC_HD inline double exp_of_double(double x) {
  if (x != x) return x;
  const double y = x < -746.0 ? -746.0 : x > 710.0 ? 710.0 : x;
  const double n = std::rint(y * 0x1.71547652b82fep+0); // 1 / log 2
  // log 2 in two doubles.
  const double r = fma(n, -0x1.abc9e3b39803fp-56, fma(n, -0x1.62e42fefa39efp-1, y));
  const double p = polynomial(r, 0x1.1f8c1caf1742cp-29, 0x1.af4f1f7206ab2p-26,
                              0x1.27e4cc526cf25p-22, 0x1.71de019c28705p-19, 0x1.a01a01ad2e0bp-16,
                              0x1.a01a01ac1746ap-13, 0x1.6c16c16c15171p-10, 0x1.1111111110085p-7,
                              0x1.5555555555558p-5, 0x1.5555555555557p-3, 0x1p-1);
  const int64_t power = int64_t(n), half = power >> 1; // 2^power may be out of range
  return (1.0 + fma(p, r * r, r)) * double_power_of_two(half) * double_power_of_two(power - half);
}

SHARDC_HD inline double log_of_double(double x) {
  const double infinite = double(INFINITY);
  if (!(x > 0.0) || x == infinite) return x == 0.0 ? -infinite : x < 0.0 ? double(NAN) : x;
  const bool isTiny = x < 0x1p-1022;
  const uint64_t bits = bitcast<uint64_t>(isTiny ? x * 0x1p54 : x);
  // x = 2^n (1 + f), between the square roots of 1/2 and 2.
  const int64_t power = int64_t(bits - 0x3fe6a09e667f3bcdu) >> 52;
  const double n = double(power - (isTiny ? 54 : 0));
  const double f = bitcast<double>(bits - (uint64_t(power) << 52)) - 1.0;
  // With s = f / (2 + f), log(1 + f) = 2 atanh(s) = f - s (f - r) = f - f^2 / 2 + s (f^2 / 2 + r),
  // as FDLIBM sums it up.
  const double s = f / (2.0 + f), square = s * s, half = 0.5 * f * f;
  const double r =
      square * polynomial(square, 0x1.0c53d6d7396a9p-3, 0x1.0fb6d34883d57p-3, 0x1.3b1c8076e3504p-3,
                          0x1.745cf79e20fb2p-3, 0x1.c71c7204c12ap-3, 0x1.2492492474d79p-2,
                          0x1.9999999999a45p-2, 0x1.5555555555555p-1);
  // log 2 in two doubles.
  const double low = fma(n, 0x1.abc9e3b39803fp-56, s * (half + r));
  return fma(n, 0x1.62e42fefa39efp-1, f - (half - low));
}

/// sin(pi x) and cos(pi x)
struct Turn {
  double sine, cosine;
};
/// For |x| <= 1/2.
SHARDC_HD inline Turn half_turn_of(double x) {
  const double size = std::fabs(x);
  const bool isNear = size <= 0.25;
  const double y = isNear ? size : 0.5 - size, s = y * y;
  const double sine =
      y * polynomial(s, 0x1.e3eed660a99e2p-12, -0x1.e30063a5b96c5p-8, 0x1.50782fca44486p-4,
                     -0x1.32d2cce2d548fp-1, 0x1.466bc67758701p+1, -0x1.4abbce625be41p+2,
                     0x1.921fb54442d18p+1);
  const double cosine = polynomial(
      s, -0x1.b2587f650cb6fp-14, 0x1.f9cc163c4f503p-10, -0x1.a6d1ec3e0d52ep-6, 0x1.e1f50683055a6p-3,
      -0x1.55d3c7e3c8d7p+0, 0x1.03c1f081b5aaap+2, -0x1.3bd3cc9be45dep+2, 1.0);
  return {std::copysign(isNear ? sine : cosine, x), isNear ? cosine : sine};
}

/// The x whose erf() is y; see erf_inv_of_float.
SHARDC_HD inline double erf_inv_of_double(double y) {
  if (!(std::fabs(y) < 1.0))
    return std::fabs(y) == 1.0 ? std::copysign(double(INFINITY), y) : double(NAN);
  const double w = -log_of_double(fma(-y, y, 1.0));
  if (w < 6.0)
    return y * polynomial(w - 3.0, -0x1.0335ece283daep-66, -0x1.8d7bc1840567p-63,
                          0x1.46de477c9b6d4p-59, 0x1.22af131b2cb9fp-57, -0x1.7f5e7327dce9ap-53,
                          0x1.855e97cf5a38cp-52, 0x1.cc0071115d5bep-48, -0x1.e1557854407e5p-45,
                          0x1.a5e70b9a18319p-48, 0x1.7c38002d7816dp-39, -0x1.30d1864dea7fdp-36,
                          -0x1.1480696afe2edp-35, 0x1.31551183ad54cp-30, -0x1.77b3482cc819ap-28,
                          -0x1.96f813dec26f4p-26, 0x1.e32b0b6e7805cp-22, -0x1.d539ca47fc638p-20,
                          -0x1.aab13d112c538p-17, 0x1.9912c04a881e2p-13, -0x1.b6666b153a58fp-11,
                          -0x1.780def1d3fa46p-8, 0x1.eedbebdce73fep-3, 0x1.9fa072ed72dbcp+0);
  const double root = std::sqrt(w);
  if (w < 15.0)
    return y * polynomial(root - 3.25, -0x1.05d1bcbdf833fp-25, -0x1.059124f336aa6p-26,
                          0x1.5455fcb3997fep-23, -0x1.031bb32718315p-22, -0x1.98c07b958667p-25,
                          0x1.8beaab1924e8ap-20, -0x1.0aef59ca683ecp-18, 0x1.8a10202dfeb16p-19,
                          0x1.a2313a274d884p-17, -0x1.8cf656170573ep-15, 0x1.1e6b08212cb1p-14,
                          0x1.932f246e24339p-16, -0x1.7448be65af5d7p-12, 0x1.f3cc53fc5c2bdp-11,
                          -0x1.ba9240d3b248ap-10, 0x1.468eecaa40561p-9, -0x1.ebadabba0fd01p-9,
                          0x1.5ffcfe5b6ae3bp-8, 0x1.0158a6d641d55p+0, 0x1.8abcc380d5a48p+1);
  return y * polynomial(root - 5.0, 0x1.b645699e57c93p-38, -0x1.694e06774a7bbp-36,
                        0x1.cb52c34e8f961p-37, 0x1.34a5cbc90bc3ep-34, -0x1.9eec8a8ac1cdfp-32,
                        0x1.697430c7b3032p-30, -0x1.e63fa473b1923p-29, 0x1.0cc618372f8e5p-27,
                        -0x1.055374eb73695p-26, 0x1.f2875eb7ef82fp-26, -0x1.223a17a0613b4p-24,
                        0x1.ebe33071161a5p-23, -0x1.0a902d45abae6p-20, 0x1.2fbcfd6ed88f4p-18,
                        -0x1.4a349050d4a61p-16, 0x1.3ebf4efb35e36p-14, -0x1.c2f36aa14453cp-13,
                        -0x1.22ea5df1cc39cp-13, 0x1.02a30d1fba10bp+0, 0x1.3664ddd1ad7fbp+2);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
