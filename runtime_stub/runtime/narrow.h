// SPDX-License-Identifier: Apache-2.0
// Floats of fewer than 32 bits. Their bits are what memory holds; they are computed with as floats,
// and each function rounds what it gives, to the nearest number of the type, halves to even. To
// read one as a float is exact and so happens unasked; what rounds has to be written: bf16(x).
#pragma once

#include "runtime/namespace.h"

#include <cstdint>
#include <limits>
#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// So many bits of exponent and of mantissa, after a sign, as IEEE 754 has them.
template <int exponent_bits, int mantissa_bits>
struct Narrow {
  static_assert(exponent_bits + mantissa_bits == 15, "a number has 16 bits");
  uint16_t bits;

  Narrow() = default;
  template <typename X>
  requires std::is_arithmetic_v<X> SHARDC_HD explicit constexpr Narrow(X x)
      : bits(uint16_t(rounded<uint32_t>(nearly(x)))) {}
  template <int exponent, int mantissa>
  SHARDC_HD explicit constexpr Narrow(Narrow<exponent, mantissa> x) : Narrow(float(x)) {}

  SHARDC_HD constexpr operator float() const { return widened<float>(uint32_t(bits)); }

  /// Of bits, or of vectors of them, as 32 each: the floats that they are.
  template <typename Float, typename Bits>
  SHARDC_HD static constexpr Float widened(Bits of) {
    const Bits sign = (of & 0x8000u) << 16, size = (of & 0x7fffu) << kShift;
    if constexpr (kSameRange) {
      return __builtin_bit_cast(Float, sign | size);
    } else {
      // Denormals of this type are none of float's.
      const Float small = __builtin_bit_cast(Float, size + kLeast) - kLeastFloat;
      const Bits small_bits = __builtin_bit_cast(Bits, small);
      const Bits large = size + kRange, beyond = large + kRange;
      const Bits normal = size >= kInfinite ? beyond : large;
      return __builtin_bit_cast(Float, sign | (size < kOne ? small_bits : normal));
    }
  }

  /// Of floats, or of vectors of them: the bits that they are rounded to, as 32 each.
  template <typename Bits, typename Float>
  SHARDC_HD static constexpr Bits rounded(Float x) {
    constexpr uint32_t half = (uint32_t(1) << (kShift - 1)) - 1, infinite = kInfinite >> kShift;
    const Bits all = __builtin_bit_cast(Bits, x), size = all & 0x7fffffffu;
    const Bits nan = (size >> kShift & (infinite - 1)) | (infinite | 1u << (mantissa_bits - 1));
    Bits near = (size + half + (size >> kShift & 1u) - kRange) >> kShift;
    if constexpr (!kSameRange) {
      // The last digit of `magic` is the least denormal, so that adding it rounds.
      constexpr uint32_t magic = (127 - kBias + 1 + kShift) * kOne;
      const Float sum = __builtin_bit_cast(Float, size) + __builtin_bit_cast(float, magic);
      const Bits small = __builtin_bit_cast(Bits, sum) - magic, most = (size & 0u) + infinite;
      near = near > infinite ? most : near;
      near = size < kLeast ? small : near;
      near = size >= kRange + kInfinite ? most : near;
    }
    return (all >> 16 & 0x8000u) | (size > 0x7f800000u ? nan : near);
  }

private:
  static constexpr bool kSameRange = exponent_bits == 8;
  static constexpr int kShift = 23 - mantissa_bits; // from the bits of a float to those of this
  static constexpr uint32_t kBias = (uint32_t(1) << (exponent_bits - 1)) - 1;
  // As bits of floats: one step of exponents, those that this type lacks on either side, infinity
  // as this type has it, and the least number of this type that is not denormal.
  static constexpr uint32_t kOne = uint32_t(1) << 23, kRange = (127 - kBias) * kOne;
  static constexpr uint32_t kInfinite = ((uint32_t(1) << exponent_bits) - 1) * kOne;
  static constexpr uint32_t kLeast = kRange + kOne;
  static constexpr float kLeastFloat = __builtin_bit_cast(float, kLeast);

  /// A float that rounds as x does: its last digit is odd where x lies between two floats.
  SHARDC_HD static constexpr float nearly(float x) { return x; }
  SHARDC_HD static constexpr float nearly(double x) {
    const float near = float(x);
    const double back = near;
    const uint32_t bits = __builtin_bit_cast(uint32_t, near);
    if (back == x || x != x || (bits & 1) != 0) return near;
    const bool is_short = (back < x) == (x > 0);
    return __builtin_bit_cast(float, is_short ? bits + 1 : bits - 1);
  }
  template <typename X>
  requires std::is_integral_v<X> SHARDC_HD static constexpr float nearly(X x) {
    if constexpr (sizeof(X) < 8) {
      return nearly(double(x));
    } else {
      const bool is_negative = x < X(0);
      uint64_t size = is_negative ? 0 - uint64_t(x) : uint64_t(x);
      if (size >> 53 != 0) size = size >> 12 << 12 | uint64_t((size & 0xfff) != 0) << 12;
      return nearly(is_negative ? -double(size) : double(size));
    }
  }
};

using bf16 = Narrow<8, 7>;
using f16 = Narrow<5, 10>;

template <typename T>
constexpr bool isNarrow = false;
template <int e, int m>
constexpr bool isNarrow<Narrow<e, m>> = true;
template <typename T>
constexpr bool isFloating = std::is_floating_point_v<T> || isNarrow<T>;

template <int e, int m>
SHARDC_HD constexpr Narrow<e, m> operator+(Narrow<e, m> x, Narrow<e, m> y) {
  return Narrow<e, m>(float(x) + float(y));
}
template <int e, int m>
SHARDC_HD constexpr Narrow<e, m> operator-(Narrow<e, m> x, Narrow<e, m> y) {
  return Narrow<e, m>(float(x) - float(y));
}
template <int e, int m>
SHARDC_HD constexpr Narrow<e, m> operator*(Narrow<e, m> x, Narrow<e, m> y) {
  return Narrow<e, m>(float(x) * float(y));
}
template <int e, int m>
SHARDC_HD constexpr Narrow<e, m> &operator*=(Narrow<e, m> &x, Narrow<e, m> y) {
  return x = x * y;
}
template <int e, int m>
SHARDC_HD constexpr Narrow<e, m> operator/(Narrow<e, m> x, Narrow<e, m> y) {
  return Narrow<e, m>(float(x) / float(y));
}
template <int e, int m>
SHARDC_HD constexpr Narrow<e, m> operator-(Narrow<e, m> x) {
  x.bits ^= 0x8000;
  return x;
}

// With a number of another type they would not round.
template <int e, int m, typename Y>
requires std::is_arithmetic_v<Y>
void operator+(Narrow<e, m>, Y) = delete;
template <int e, int m, typename Y>
requires std::is_arithmetic_v<Y>
void operator-(Narrow<e, m>, Y) = delete;
template <int e, int m, typename Y>
requires std::is_arithmetic_v<Y>
void operator*(Narrow<e, m>, Y) = delete;
template <int e, int m, typename Y>
requires std::is_arithmetic_v<Y>
void operator/(Narrow<e, m>, Y) = delete;

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

/// What the runtime asks of them.
template <int e, int m>
struct std::numeric_limits<shardc::runtime::Narrow<e, m>> {
  using T = shardc::runtime::Narrow<e, m>;
  static constexpr bool is_specialized = true, is_signed = true, has_infinity = true;
  static constexpr int digits = m + 1;
  SHARDC_HD static constexpr T ofBits(uint32_t bits) {
    T number = {};
    number.bits = uint16_t(bits);
    return number;
  }
  SHARDC_HD static constexpr T infinity() { return ofBits(((1u << e) - 1) << m); }
  SHARDC_HD static constexpr T max() { return ofBits((((1u << e) - 1) << m) - 1); }
  SHARDC_HD static constexpr T lowest() { return -max(); }
  SHARDC_HD static constexpr T quiet_NaN() { return ofBits(((2u << e) - 1) << (m - 1)); }
  SHARDC_HD static constexpr T epsilon() { return T(1.0f / float(1 << m)); }
};
