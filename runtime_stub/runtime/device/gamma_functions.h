// SPDX-License-Identifier: Apache-2.0
// The gamma function's logarithm and its derivatives, the zeta function of Hurwitz, and a Bessel
// function: computed in doubles, for floats too. See double_functions.h.
#pragma once

#include "runtime/device/double_functions.h"
#include "runtime/device/narrow_functions.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

SHARDC_INLINE bool is_whole(double x) { return std::floor(x) == x; }

/// log(gamma(x)) for x > 0.
SHARDC_HD inline double lgamma_of_positive(double x) {
  if (x >= 10.0) {
    if (x == double(INFINITY)) return x;
    // Stirling's series.
    const double s = 1.0 / (x * x);
    const double tail =
        polynomial(s, 0x1.a41a41a41a41ap-8, -0x1.f6ab0d9993c7dp-10, 0x1.b951e2b18ff23p-11,
                   -0x1.3813813813814p-11, 0x1.a01a01a01a01ap-11, -0x1.6c16c16c16c17p-9,
                   0x1.5555555555555p-4) /
        x;
    return fma(x - 0.5, log_of_double(x), -x) + (0x1.d67f1c864beb5p-1 + tail);
  }
  // gamma(2 + t) by steps of gamma(1 + x) = x gamma(x), |t| <= 1/2.
  double t = x - 2.0, above = 1.0, below = 1.0;
  if (x < 0.5)
    t = x, below = x * (1.0 + x);
  else if (x < 1.5)
    t = x - 1.0, below = x;
  for (double factor = x - 1.0; t > 0.5; t -= 1.0, factor -= 1.0)
    above *= factor;
  const double inside =
      t * (1.0 + t) *
      polynomial(t, -0x1.0f428cc8791ffp-22, 0x1.193733d8ec61cp-21, -0x1.b8abb785d42f1p-21,
                 0x1.d577e99e2e4a1p-20, -0x1.02cb977a8f033p-18, 0x1.1467e6c19b045p-17,
                 -0x1.2849eb934b4ffp-16, 0x1.402a2289e6d05p-15, -0x1.5c86df14ac61p-14,
                 0x1.7ed74f43fe3e7p-13, -0x1.a96a3f79273d7p-12, 0x1.dfebcf37faf96p-11,
                 -0x1.145121fa35bccp-9, 0x1.47974853edefdp-8, -0x1.95ce223a9c30ep-7,
                 0x1.0e0c9df2933eap-5, -0x1.9ae6509ea10ap-4, 0x1.b0ee6072093cep-2);
  return x < 1.5 ? inside - log_of_double(below) : inside + log_of_double(above);
}

/// log |gamma(x)|, infinite at its poles.
SHARDC_HD inline double lgamma_of_double(double x) {
  if (x != x) return x;
  if (x > 0.0) return lgamma_of_positive(x);
  if (is_whole(x)) return double(INFINITY);
  // gamma(x) gamma(-x) = -pi / (x sin(pi x))
  const double sine = std::fabs(half_turn_of(x - std::rint(x)).sine);
  return 0x1.250d048e7a1bdp+0 - log_of_double(-x * sine) - lgamma_of_positive(-x);
}

/// The derivative of log(gamma(x)); NaN at its poles.
SHARDC_HD inline double digamma_of_double(double x) {
  if (x <= 0.0 && is_whole(x)) return double(NAN);
  double y = x, sum = 0.0;
  if (x < 0.0) { // digamma(x) = digamma(1 - x) - pi / tan(pi x)
    const Turn turn = half_turn_of(x - std::rint(x));
    sum = -0x1.921fb54442d18p+1 * turn.cosine / turn.sine;
    y = 1.0 - x;
  }
  if (y >= 10.0) {
    // The derivative of Stirling's series.
    const double s = 1.0 / (y * y);
    const double tail =
        s * polynomial(s, 0x1.86e7f9b9fe6e8p+1, -0x1.c5e5e5e5e5e5ep-2, 0x1.5555555555555p-4,
                       -0x1.5995995995996p-6, 0x1.f07c1f07c1f08p-8, -0x1.1111111111111p-8,
                       0x1.0410410410410p-8, -0x1.1111111111111p-7, 0x1.5555555555555p-4);
    return sum + (log_of_double(y) - (0.5 / y + tail));
  }
  // digamma(1 + x) = digamma(x) + 1 / x
  if (y < 1.0) sum -= 1.0 / y, y += 1.0;
  while (y > 2.0)
    y -= 1.0, sum += 1.0 / y;
  // From its root on, which is in two doubles.
  const double fromRoot = (y - 0x1.762d86356be3fp+0) - 0x1.b86a722197829p-54;
  const double slope = polynomial(
      y - 1.5, 0x1.0dc369017566dp-12, -0x1.8d1029f10361fp-12, 0x1.e2e1924d9a5b7p-13,
      -0x1.73a69b2989adfp-12, 0x1.7a63ca04f78a9p-11, -0x1.1a8d59b994988p-10, 0x1.982f7786e4e7dp-10,
      -0x1.3261beca660a7p-9, 0x1.cd3b7253e51cbp-9, -0x1.5a16f935412a2p-8, 0x1.03c01bd05e8f1p-7,
      -0x1.8634c4630b577p-7, 0x1.2564753bf5e92p-6, -0x1.b9f8b4c570953p-6, 0x1.4de9aa091668fp-5,
      -0x1.fb44201e4fe71p-5, 0x1.8512e59054f12p-4, -0x1.2feeeb98b04f9p-3, 0x1.eca189b8e6e2p-3,
      -0x1.b1cb63005ee5bp-2, 0x1.e6f0cbb873616p-1);
  return fma(fromRoot, slope, sum);
}

constexpr double kTermsOfZeta = 10;
/// The sum of (q + k)^-s over k from 0 on, for s > 1 and q > 0, by Euler and Maclaurin: some terms,
/// the integral over the others, and what that is off by. `power(a)` is a^-s, but for a factor.
template <typename Power>
SHARDC_HD double zeta_by(double s, double q, double integral, const Power &power) {
  const double a = q + kTermsOfZeta, last = power(a);
  double sum = 0.0;
  if (last > 0.0) {
    // Bernoulli's numbers over factorials.
    constexpr double numbers[] = {
        0x1.5555555555555p-4,   -0x1.6c16c16c16c17p-10, 0x1.1566abc011567p-15,
        -0x1.bbd779334ef0bp-21, 0x1.66a8f2bf70ebep-26,  -0x1.22805d644267fp-31,
        0x1.d6db2c4e09162p-37,  -0x1.7da4e1f79955cp-42, 0x1.355871d652e9ep-47,
        -0x1.f57d968caacf1p-53, 0x1.967e1f09c376fp-58,  -0x1.497d9033a2b5cp-63};
    double factor = s / a, off = 0.5;
    for (int k = 0; k < 12; ++k) {
      off = fma(numbers[k], factor, off);
      factor *= (s + (2 * k + 1)) / a * ((s + (2 * k + 2)) / a);
    }
    sum = last * off;
  }
  for (double k = kTermsOfZeta - 1.0; k >= 0.0; k -= 1.0)
    sum += power(q + k);
  return integral + sum;
}

/// x^-s, in doubles for a T. Of doubles it is the library's: exp() of a product is off by too much.
template <typename T>
SHARDC_HD double inverse_power(double x, double s) {
  if constexpr (std::is_same_v<T, float>)
    return exp_of_double(-s * log_of_double(x));
  else
    return std::pow(x, -s);
}

template <typename T>
SHARDC_HD double zeta_of_positive(double s, double q) {
  const double integral = inverse_power<T>(q + kTermsOfZeta, s - 1.0) / (s - 1.0);
  return zeta_by(s, q, integral, [s](double a) { return inverse_power<T>(a, s); });
}

/// Hurwitz' zeta function. Infinite at s = 1 and, for even s, at its poles in q, 0 and below; NaN
/// for odd s there, for s < 1, for s that are no whole numbers where q < 0, and of infinity.
template <typename T>
SHARDC_HD double zeta_in_doubles(double s, double q) {
  const double infinite = double(INFINITY);
  if (s == 1.0) return infinite;
  if (q <= 0.0 && is_whole(q)) return std::fmod(s, 2.0) == 0.0 ? infinite : double(NAN);
  if (!(s > 1.0 && s < infinite && q < infinite)) return double(NAN);
  if (q > 0.0) return zeta_of_positive<T>(s, q);
  if (!is_whole(s)) return double(NAN);
  // Terms above 0 and below.
  const double above = zeta_of_positive<T>(s, q - std::floor(q));
  const double below = zeta_of_positive<T>(s, std::ceil(q) - q) - zeta_of_positive<T>(s, 1.0 - q);
  return std::fmod(s, 2.0) == 0.0 ? above + below : above - below;
}

/// The n-th derivative of digamma(x), n >= 1, is n! zeta(n + 1, x) but for the sign.
template <typename T>
SHARDC_HD double polygamma_in_doubles(double n, double x) {
  if (n == 0.0) return digamma_of_double(x);
  if (!(n > 0.0 && is_whole(n))) return double(NAN);
  const double sign = std::fmod(n, 2.0) == 0.0 ? -1.0 : 1.0, s = n + 1.0;
  const double log = s * log_of_double(x > 0.0 ? x : 1.0);
  const bool isInRange = n <= 170.0 && std::fabs(log) < 700.0;
  if (x > 0.0 && x < double(INFINITY) && !isInRange) {
    // The factorial or the power have no double: their logarithms are added.
    const auto relative = [s, x](double a) { return inverse_power<float>(a / x, s); };
    const double end = x + kTermsOfZeta, integral = end * relative(end) / n;
    return sign * exp_of_double(lgamma_of_positive(s) - log) * zeta_by(s, x, integral, relative);
  }
  double factorial = n <= 170.0 ? 1.0 : double(INFINITY);
  for (double k = 2.0; k <= n && n <= 170.0; k += 1.0)
    factorial *= k;
  return sign * factorial * zeta_in_doubles<T>(s, x);
}

/// The modified Bessel function of order 1, over e^|x|.
SHARDC_HD inline double bessel_i1e_of_double(double x) {
  const double t = std::fabs(x);
  if (t <= 8.0)
    return x * polynomial(t / 4.0 - 1.0, 0x1.50ec37c91175p-32, -0x1.7cbfcb6eb0a72p-30,
                          0x1.a3f86ed581027p-29, -0x1.3bee3ca3e9d0fp-27, 0x1.3ae07fb861bf8p-25,
                          -0x1.097e3fcdccf58p-23, 0x1.9649c705445ap-22, -0x1.3057ec6a2cc0fp-20,
                          0x1.b9b7adeb6f559p-19, -0x1.32882d074840dp-17, 0x1.969ce9ab9db7ap-16,
                          -0x1.01a20cd5b676bp-14, 0x1.37425eef6504cp-13, -0x1.65bf9e09b7b98p-12,
                          0x1.8656d24db702fp-11, -0x1.936822956b2e4p-10, 0x1.89f8a5700f637p-9,
                          -0x1.6ab6a3b8e05a2p-8, 0x1.3a0c1a0de24f1p-7, -0x1.fe3d9bfe7ff4p-7,
                          0x1.84125b0c638b7p-6, -0x1.13d5f358b4b92p-5, 0x1.6df95e8be6e1bp-5,
                          -0x1.c4daa51341188p-5, 0x1.0530f817ff83ap-4, -0x1.1881379ffb5ddp-4,
                          0x1.16c390ddb08f3p-4, -0x1.f4bb071a7752bp-5, 0x1.6e14eb8e5d319p-5);
  const double size =
      polynomial(16.0 / t - 1.0, 0x1.07b618daea79bp-34, 0x1.6f0875c30d095p-36,
                 -0x1.f7b9b7db1019p-32, -0x1.512ed35417ed1p-33, 0x1.c2fa56e7609cep-30,
                 0x1.34e17c682e78ap-31, -0x1.006fd31586197p-28, -0x1.97cf3c218ba3dp-30,
                 0x1.a91cdb8cd6d1cp-28, 0x1.dc44f1c089d8cp-29, -0x1.0de6709927ca4p-27,
                 -0x1.0759e9b00a5fep-27, 0x1.99aca027669dp-28, 0x1.e27e8d8637357p-27,
                 0x1.cf03264c2504cp-28, -0x1.21a47f276da4cp-27, -0x1.9191df16933dp-26,
                 -0x1.727972ad9fdc7p-25, -0x1.ad8d46d8b4d99p-24, -0x1.7613810d41e96p-22,
                 -0x1.ec8e10775ca93p-20, -0x1.f89c23059f9e1p-17, -0x1.cbc54df1e8dbbp-13,
                 -0x1.3f796198ee632p-7, 0x1.8ebe783a8403p-2) /
      std::sqrt(t);
  return std::copysign(size, x);
}

/// log |gamma(x)|, infinite where x is a whole number <= 0.
template <typename T>
SHARDC_HD T lgamma(T x) {
  return T(lgamma_of_double(x));
}
/// The derivative of log |gamma(x)|; NaN where x is a whole number <= 0.
template <typename T>
SHARDC_HD T digamma(T x) {
  return T(digamma_of_double(x));
}
/// The sum of (y + k)^-x over k from 0 on.
template <typename T>
SHARDC_HD T zeta(T x, T y) {
  return T(zeta_in_doubles<T>(x, y));
}
/// The x-th derivative of digamma(y); NaN where x is no whole number >= 0.
template <typename T>
SHARDC_HD T polygamma(T x, T y) {
  return T(polygamma_in_doubles<T>(x, y));
}
/// The modified Bessel function of order 1, over e^|x|.
template <typename T>
SHARDC_HD T besselI1e(T x) {
  return T(bessel_i1e_of_double(x));
}

SHARDC_ROUNDED_1(lgamma)
SHARDC_ROUNDED_1(digamma)
SHARDC_ROUNDED_1(besselI1e)
SHARDC_ROUNDED_2(zeta)
SHARDC_ROUNDED_2(polygamma)

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
