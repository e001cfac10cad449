// SPDX-License-Identifier: Apache-2.0
// Scalar functions, as StableHLO defines them, where C++ has no operator that says the same. One
// definition for the compiler's interpreter, for kernels on CPUs and for kernels on GPUs. It
// depends on nothing but the standard library, and nothing in it is undefined for any argument.
#pragma once

#include "runtime/complex.h"
#include "runtime/device/narrow_functions.h"
#include "runtime/device/vector.h"
#include "runtime/small_integers.h"

#include <cmath>
#include <limits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// An integer without a sign of a number's width.
template <typename T>
using BitsOf =
    std::conditional_t<sizeof(T) == 1, uint8_t,
                       std::conditional_t<sizeof(T) == 2, uint16_t,
                                          std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;

/// The ends of an integer type. Constants, because device code may not call std::numeric_limits.
template <typename T>
constexpr T kLowest = std::numeric_limits<T>::min();
template <typename T>
constexpr T kHighest = std::numeric_limits<T>::max();

/// The larger one. NaN if either is NaN; 0.0 is larger than -0.0.
template <typename T>
SHARDC_HD T max(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) {
    if (x != x) return x;
    if (x == y) return std::signbit(x) ? y : x;
  }
  return x > y ? x : y;
}

/// The smaller one. NaN if either is NaN; -0.0 is smaller than 0.0.
template <typename T>
SHARDC_HD T min(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) {
    if (x != x) return x;
    if (x == y) return std::signbit(x) ? x : y;
  }
  return x < y ? x : y;
}

/// x / y towards zero. By zero: all bits set (-1); the lowest integer by -1: itself.
template <typename T>
SHARDC_HD T quotient(T x, T y) {
  static_assert(std::is_integral_v<T>, "floats have operator /");
  using Bits = std::make_unsigned_t<T>;
  if (y == 0) return T(~Bits(0));
  if constexpr (std::is_signed_v<T>)
    if (y == T(-1)) return T(Bits(0) - Bits(x));
  return x / y;
}

/// x - y * (x / y towards zero), with the sign of x. Integers by zero: x.
template <typename T>
SHARDC_HD T remainder(T x, T y) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fmod(x, y);
  } else {
    if (y == 0) return x;
    if constexpr (std::is_signed_v<T>)
      if (y == T(-1)) return 0;
    return x % y;
  }
}

/// x << y; 0 where y is not in [0, width).
template <typename T>
SHARDC_HD T shiftLeft(T x, T y) {
  using Bits = std::make_unsigned_t<T>;
  return Bits(y) < 8 * sizeof(T) ? T(Bits(x) << Bits(y)) : T(0);
}

/// x >> y, filled with the sign (of the same bits as a signed integer); only the sign where y is
/// not in [0, width).
template <typename T>
SHARDC_HD T shiftRight(T x, T y) {
  using Bits = std::make_unsigned_t<T>;
  constexpr Bits width = 8 * sizeof(T);
  return T(std::make_signed_t<T>(x) >> (Bits(y) < width ? Bits(y) : width - 1));
}

/// x >> y, filled with zeros; 0 where y is not in [0, width).
template <typename T>
SHARDC_HD T shiftRightLogical(T x, T y) {
  using Bits = std::make_unsigned_t<T>;
  return Bits(y) < 8 * sizeof(T) ? T(Bits(x) >> Bits(y)) : T(0);
}

/// |x|; the lowest integer stays.
template <typename T>
SHARDC_HD T abs(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(x);
  else if constexpr (std::is_signed_v<T>)
    return x < 0 ? T(std::make_unsigned_t<T>(0) - std::make_unsigned_t<T>(x)) : x;
  else
    return x;
}

/// -1, 0 or 1. Of floats, zeros and NaN stay.
template <typename T>
SHARDC_HD T sign(T x) {
  if (x > 0) return 1;
  if constexpr (std::is_signed_v<T>)
    if (x < 0) return -1;
  return x;
}

/// The nearest whole number; halves away from zero.
template <typename T>
SHARDC_HD T roundAway(T x) {
  return std::round(x);
}
/// The nearest whole number; halves to the even one.
template <typename T>
SHARDC_HD T roundEven(T x) {
  return std::rint(x);
}
template <typename T>
SHARDC_HD T ceil(T x) {
  return std::ceil(x);
}
template <typename T>
SHARDC_HD T floor(T x) {
  return std::floor(x);
}

template <typename T>
SHARDC_HD T sqrt(T x) {
  return std::sqrt(x);
}
template <typename T>
SHARDC_HD T rsqrt(T x) {
  return T(1) / std::sqrt(x);
}
/// How many bits are set.
template <typename T>
SHARDC_HD T popcount(T x) {
  const uint64_t bits = std::make_unsigned_t<T>(x);
#ifdef __CUDA_ARCH__
  return T(__popcll(bits));
#else
  return T(__builtin_popcountll(bits));
#endif
}

/// How many bits are above the highest one that is set; all of them if none is.
template <typename T>
SHARDC_HD T leadingZeros(T x) {
  const uint64_t bits = std::make_unsigned_t<T>(x);
  constexpr int width = 8 * sizeof(T);
#ifdef __CUDA_ARCH__
  return T(__clzll(bits) - (64 - width));
#else
  return T(bits == 0 ? width : __builtin_clzll(bits) - (64 - width));
#endif
}

/// The upper half of the bits of x * y.
template <typename T>
SHARDC_HD T mulHigh(T x, T y) {
  using Bits = std::make_unsigned_t<T>;
  constexpr int half = 4 * sizeof(T);
  constexpr Bits low = (Bits(1) << half) - 1;
  const Bits a = Bits(x), b = Bits(y);
  const Bits middle = (a >> half) * (b & low) + ((a & low) * (b & low) >> half);
  const Bits other = (a & low) * (b >> half) + (middle & low);
  const Bits high = (a >> half) * (b >> half) + (middle >> half) + (other >> half);
  if constexpr (std::is_unsigned_v<T>)
    return high;
  else // a negative number is its bits less 2^width
    return T(high - (x < 0 ? b : 0) - (y < 0 ? a : 0));
}

/// Neither infinite nor NaN.
template <typename T>
SHARDC_HD bool isFinite(T x) {
  return x - x == 0;
}

/// An integer that orders all floats: -NaN < -inf < ... < -0.0 < 0.0 < ... < inf < NaN.
template <typename T>
SHARDC_HD auto totalOrder(T x) {
  using Bits = std::make_signed_t<BitsOf<T>>;
  const Bits bits = bitcast<Bits>(x);
  return bits < 0 ? Bits(bits ^ kHighest<Bits>) : bits;
}
/// Of narrow floats that of floats: NaN that has the bits of -0 is less than all, as XLA has it.
template <NarrowFloat N>
SHARDC_HD int32_t totalOrder(N x) {
  return totalOrder(N::template widened<float>(uint32_t(x.bits))); // of NaN, too
}

/// The float next to x on the way to y; y where they are equal.
template <typename T>
SHARDC_HD T nextAfter(T x, T y) {
  using Bits = BitsOf<T>;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0) return bitcast<T>(Bits((bitcast<Bits>(y) & ~(Bits(-1) >> 1)) | 1));
  const Bits bits = bitcast<Bits>(x);
  const T next = bitcast<T>(Bits((y > x) == (x > 0) ? bits + 1 : bits - 1));
  if constexpr (isNarrow<T>)
    if (!T::hasMinusZero && next != next) return T(0); // which -0 would be next to
  return next;
}

/// x as the nearest of the floats with fewer digits, or a narrower range, of which `largest` is the
/// largest; halves to even. What is larger becomes infinite; what is smaller than all of them that
/// have all their digits 0. Of a range as wide as T's, T's denormals are among them.
template <typename T>
SHARDC_HD T reducePrecision(T x, T largest) {
  using Bits = BitsOf<T>;
  if (x != x) return x;
  constexpr int digits = std::numeric_limits<T>::digits - 1;
  constexpr Bits one = Bits(1) << digits, infinite = Bits(Bits(-1) >> 1) >> digits << digits;
  constexpr Bits bias = infinite / one / 2;
  const Bits sign = bitcast<Bits>(x) & ~(Bits(-1) >> 1);
  const Bits limit = bitcast<Bits>(largest), kept = (limit & (one - 1)) | one;
  const Bits last = kept & (Bits(0) - kept); // the last digit that is kept
  Bits size = bitcast<Bits>(x) ^ sign;
  if (last > 1) size = (size + (last / 2 - 1) + ((size & last) != 0)) & (Bits(0) - last);
  const Bits most = limit / one;
  if (most < 2 * bias) {
    if (size / one > most) size = infinite;
    if (size / one <= 2 * bias - most) size = 0;
  }
  return bitcast<T>(Bits(sign | size));
}

/// A float as a T. To integers: towards zero, those out of range to the nearest end, NaN to 0. To
/// bool: not zero (NaN is true). Of a complex number its real part; to bool: not zero.
template <typename T, typename X>
SHARDC_HD T convert(X x) {
  if constexpr (isComplex<X> && isComplex<T>)
    return T(x);
  else if constexpr (isComplex<X> && std::is_same_v<T, bool>)
    return x.re != 0 || x.im != 0;
  else if constexpr (isComplex<X>)
    return convert<T>(x.re);
  else if constexpr (isNarrow<X>)
    return convert<T>(float(x));
  else if constexpr (isSmallInteger<X>)
    return convert<T>(int(x));
  else if constexpr (std::is_floating_point_v<X> && isSmallInteger<T>)
    return T(min(max(convert<int>(x), int(kLowest<T>)), int(kHighest<T>)));
  else if constexpr (std::is_floating_point_v<X> && std::is_integral_v<T> &&
                     !std::is_same_v<T, bool>) {
    if (x != x) return 0;
    if (x <= X(kLowest<T>)) return kLowest<T>;
    // 2^digits: the highest itself may have no float.
    constexpr X end = X(uint64_t(1) << (std::numeric_limits<T>::digits - 1)) * X(2);
    return x >= end ? kHighest<T> : T(x);
  } else {
    return T(x);
  }
}

SHARDC_ROUNDED_NUMBERS_1(abs)
SHARDC_ROUNDED_NUMBERS_1(sign)
SHARDC_ROUNDED_NUMBERS_1(roundAway)
SHARDC_ROUNDED_NUMBERS_1(roundEven)
SHARDC_ROUNDED_NUMBERS_1(ceil)
SHARDC_ROUNDED_NUMBERS_1(floor)
SHARDC_ROUNDED_NUMBERS_1(sqrt)
SHARDC_ROUNDED_NUMBERS_1(rsqrt)
SHARDC_ROUNDED_NUMBERS_2(max)
SHARDC_ROUNDED_NUMBERS_2(min)
SHARDC_ROUNDED_NUMBERS_2(remainder)

template <NarrowFloat N>
SHARDC_HD bool isFinite(N x) {
  return isFinite(float(x));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
