// SPDX-License-Identifier: Apache-2.0
// Floats of 8 and 16 bits. Their bits are what memory holds; they are computed with as floats,
// and each function rounds what it gives, to the nearest number of the type, halves to even. To
// read one as a float is exact and so happens unasked; what rounds has to be written: bf16(x).
#pragma once

#include "runtime/namespace.h"

#include <cstdint>
#include <limits>
#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What a format has beside finite numbers.
enum class Specials {
  infinities,      // infinities and NaN have the largest exponent, as IEEE 754 says
  nan,             // no infinities; NaN has all bits but the sign
  nanForMinusZero, // no infinities and no -0, whose bits are NaN
  nanForSign,      // powers of two alone: no sign, no zero, no infinities; NaN has all bits
};

/// So many bits of exponent and of mantissa, after a sign where there is one. What is beyond the
/// largest number is infinite, or NaN where there are no infinities.
template <int exponent_bits, int mantissa_bits, Specials specials = Specials::infinities,
          int bias = (1 << (exponent_bits - 1)) - 1>
struct Narrow {
  static constexpr bool hasInfinity = specials == Specials::infinities;
  static constexpr bool hasMinusZero = hasInfinity || specials == Specials::nan;
  static constexpr bool hasSign = specials != Specials::nanForSign;
  static constexpr int mantissa = mantissa_bits, width = exponent_bits + mantissa_bits + hasSign;
  static_assert(width == 8 || width == 16, "a number has one byte or two");
  using Bits = std::conditional_t<width == 8, uint8_t, uint16_t>;
  Bits bits;

  /// The bits of the largest number, and those above: of infinity, or of NaN.
  static constexpr uint32_t beyond = hasInfinity    ? ((1u << exponent_bits) - 1) << mantissa_bits
                                     : hasMinusZero ? (1u << (width - 1)) - 1
                                     : hasSign      ? 1u << (width - 1)
                                                    : (1u << width) - 1;
  static constexpr uint32_t largest = beyond - 1;
  static constexpr uint32_t quietNan = hasInfinity ? beyond | 1u << (mantissa_bits - 1) : beyond;

  Narrow() = default;
  template <typename X>
  requires std::is_arithmetic_v<X> SHARDC_HD explicit constexpr Narrow(X x)
      : bits(nearest(nearly(x))) {}
  template <int e, int m, Specials s, int b>
  SHARDC_HD explicit constexpr Narrow(Narrow<e, m, s, b> x) : Narrow(float(x)) {}

  SHARDC_HD constexpr operator float() const {
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
    // GPUs have an instruction for it, whose NaN is one, as that of all they compute is.
    if constexpr (width == 16 && exponent_bits == 5)
      if (!__builtin_is_constant_evaluated()) {
        float wide;
        asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(bits));
        return wide;
      }
#endif
    return widened<float>(uint32_t(bits));
  }

  /// Of bits, or of vectors of them, as 32 each: the floats that they are.
  template <typename Float, typename Wide>
  SHARDC_HD static constexpr Float widened(Wide of) {
    const Wide none = (of & 0u) + 0x7fc00000u;
    if constexpr (!hasSign) {
      const Wide least = (of & 0u) + kOne / 2, power = of == 0u ? least : of << kShift;
      return __builtin_bit_cast(Float, of == beyond ? none : power);
    } else {
      const Wide sign = (of & kSign) << (32 - width), size = (of & (kSign - 1)) << kShift;
      if constexpr (kSameRange) return __builtin_bit_cast(Float, sign | size);
      // Denormals of this type are none of float's.
      const Float small = __builtin_bit_cast(Float, size + kLeast) - kLeastFloat;
      const Wide small_bits = __builtin_bit_cast(Wide, small), large = size + kRange;
      const Wide finite = size < kOne ? small_bits : large;
      if constexpr (hasInfinity) {
        const Wide infinite = large + kRange;
        return __builtin_bit_cast(Float, sign | (size >= beyond << kShift ? infinite : finite));
      } else {
        const Wide last = hasMinusZero ? of & (kSign - 1) : of;
        return __builtin_bit_cast(Float, sign | (last == beyond ? none : finite));
      }
    }
  }

  /// Of floats, or of vectors of them: the bits that they are rounded to, as 32 each.
  template <typename Wide, typename Float>
  SHARDC_HD static constexpr Wide rounded(Float x) {
    const Wide all = __builtin_bit_cast(Wide, x), most = (all & 0u) + beyond;
    if constexpr (!hasSign) { // halves go up; below the least number there is none but zero
      const Wide half = (all & 0u) + kOne / 2, up = all < kOne ? half - 1u : half;
      return all - 1u >= kInfinite - 1 ? most : (all + up) >> kShift;
    } else {
      constexpr uint32_t half = (uint32_t(1) << (kShift - 1)) - 1;
      const Wide size = all & 0x7fffffffu, sign = all >> (32 - width) & kSign;
      Wide nan = (all & 0u) + quietNan; // of 16 bits with the digits that there is room for
      if constexpr (width == 16) nan = (size >> kShift & (beyond - 1)) | quietNan;
      Wide near = (size + half + (size >> kShift & 1u) - kRange) >> kShift;
      if constexpr (!kSameRange) {
        // The last digit of `magic` is the least denormal, so that adding it rounds.
        constexpr uint32_t magic = (127 - bias + 1 + kShift) * kOne;
        const Float sum = __builtin_bit_cast(Float, size) + __builtin_bit_cast(float, magic);
        const Wide small = __builtin_bit_cast(Wide, sum) - magic;
        near = near > largest ? most : near;
        near = size < kLeast ? small : near;
      }
      near = size > kInfinite ? nan : near;
      if constexpr (!hasMinusZero) return near == 0u ? near : sign | near;
      return sign | near;
    }
  }

private:
  SHARDC_HD static constexpr Bits nearest(float x) {
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
    // Likewise.
    if constexpr (width == 16 && hasInfinity)
      if (!__builtin_is_constant_evaluated()) {
        Bits near;
        if constexpr (exponent_bits == 8)
          asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(near) : "f"(x));
        else
          asm("cvt.rn.f16.f32 %0, %1;" : "=h"(near) : "f"(x));
        return near;
      }
#endif
    return Bits(rounded<uint32_t>(x));
  }

  static constexpr bool kSameRange = exponent_bits == 8;
  static constexpr int kShift = 23 - mantissa_bits; // from the bits of a float to those of this
  static constexpr uint32_t kSign = 1u << (width - 1);
  // As bits of floats: one step of exponents, those that this type lacks below, infinity, and the
  // least number of this type that is not denormal.
  static constexpr uint32_t kOne = uint32_t(1) << 23, kRange = (127 - bias) * kOne;
  static constexpr uint32_t kInfinite = 255 * kOne, kLeast = kRange + kOne;
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
using f8E5M2 = Narrow<5, 2>;
using f8E4M3 = Narrow<4, 3>;
using f8E3M4 = Narrow<3, 4>;
using f8E4M3FN = Narrow<4, 3, Specials::nan>;
using f8E5M2FNUZ = Narrow<5, 2, Specials::nanForMinusZero, 16>;
using f8E4M3FNUZ = Narrow<4, 3, Specials::nanForMinusZero, 8>;
using f8E4M3B11FNUZ = Narrow<4, 3, Specials::nanForMinusZero, 11>;
using f8E8M0FNU = Narrow<8, 0, Specials::nanForSign>;

template <typename T>
constexpr bool isNarrow = false;
template <int e, int m, Specials s, int b>
constexpr bool isNarrow<Narrow<e, m, s, b>> = true;
template <typename T>
concept NarrowFloat = isNarrow<T>;
template <typename T>
constexpr bool isFloating = std::is_floating_point_v<T> || isNarrow<T>;

template <NarrowFloat N>
SHARDC_HD constexpr N operator+(N x, N y) {
  return N(float(x) + float(y));
}
template <NarrowFloat N>
SHARDC_HD constexpr N operator-(N x, N y) {
  return N(float(x) - float(y));
}
template <NarrowFloat N>
SHARDC_HD constexpr N operator*(N x, N y) {
  return N(float(x) * float(y));
}
template <NarrowFloat N>
SHARDC_HD constexpr N operator/(N x, N y) {
  return N(float(x) / float(y));
}
template <NarrowFloat N>
SHARDC_HD constexpr N &operator+=(N &x, N y) {
  return x = x + y;
}
template <NarrowFloat N>
SHARDC_HD constexpr N &operator*=(N &x, N y) {
  return x = x * y;
}
template <NarrowFloat N>
SHARDC_HD constexpr N operator-(N x) {
  if constexpr (!N::hasMinusZero) return N(-float(x));
  x.bits ^= 1u << (N::width - 1);
  return x;
}

// With a number of another type they would not round.
template <NarrowFloat N, typename Y>
requires std::is_arithmetic_v<Y>
void operator+(N, Y) = delete;
template <NarrowFloat N, typename Y>
requires std::is_arithmetic_v<Y>
void operator-(N, Y) = delete;
template <NarrowFloat N, typename Y>
requires std::is_arithmetic_v<Y>
void operator*(N, Y) = delete;
template <NarrowFloat N, typename Y>
requires std::is_arithmetic_v<Y>
void operator/(N, Y) = delete;

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

/// What the runtime asks of them.
template <shardc::runtime::NarrowFloat N>
struct std::numeric_limits<N> {
  static constexpr bool is_specialized = true, is_signed = N::hasSign;
  static constexpr bool has_infinity = N::hasInfinity;
  static constexpr int digits = N::mantissa + 1;
  SHARDC_HD static constexpr N ofBits(uint32_t bits) {
    N number = {};
    number.bits = typename N::Bits(bits);
    return number;
  }
  SHARDC_HD static constexpr N infinity() { return ofBits(N::beyond); }
  SHARDC_HD static constexpr N max() { return ofBits(N::largest); }
  SHARDC_HD static constexpr N lowest() { return N::hasSign ? -max() : ofBits(0); }
  SHARDC_HD static constexpr N quiet_NaN() { return ofBits(N::quietNan); }
  SHARDC_HD static constexpr N epsilon() { return N(1.0f / float(1 << N::mantissa)); }
};
