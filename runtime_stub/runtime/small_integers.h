// SPDX-License-Identifier: Apache-2.0
// Integers of fewer bits than a byte, each in a byte of its own. To read one as an int happens
// unasked; what may have to wrap around has to be written: int4_t(x).
#pragma once

#include "runtime/namespace.h"

#include <cstdint>
#include <limits>
#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <int bits_count, bool has_sign>
struct SmallInteger {
  static constexpr int width = bits_count;
  static constexpr bool hasSign = has_sign;
  using Byte = std::conditional_t<has_sign, int8_t, uint8_t>;
  Byte value; // in the type's range: the upper bits are copies of the sign, or zeros

  SmallInteger() = default;
  template <typename X>
  requires std::is_arithmetic_v<X> SHARDC_HD explicit constexpr SmallInteger(X x)
      : value(Byte(Byte(unsigned(int64_t(x)) << (8 - width)) >> (8 - width))) {}

  SHARDC_HD constexpr operator int() const { return value; }
  /// Its bits alone, without copies of the sign.
  SHARDC_HD constexpr unsigned bits() const { return unsigned(value) & ((1u << width) - 1); }

  SHARDC_HD constexpr SmallInteger &operator+=(int x) { return *this = SmallInteger(value + x); }
  SHARDC_HD constexpr SmallInteger &operator*=(int x) { return *this = SmallInteger(value * x); }
  SHARDC_HD constexpr SmallInteger &operator&=(int x) { return *this = SmallInteger(value & x); }
  SHARDC_HD constexpr SmallInteger &operator|=(int x) { return *this = SmallInteger(value | x); }
  SHARDC_HD constexpr SmallInteger &operator^=(int x) { return *this = SmallInteger(value ^ x); }
};

using int2_t = SmallInteger<2, true>;
using int4_t = SmallInteger<4, true>;
using uint2_t = SmallInteger<2, false>;
using uint4_t = SmallInteger<4, false>;

template <typename T>
constexpr bool isSmallInteger = false;
template <int width, bool has_sign>
constexpr bool isSmallInteger<SmallInteger<width, has_sign>> = true;
template <typename T>
concept AnySmallInteger = isSmallInteger<T>;

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

/// What the runtime asks of them.
template <shardc::runtime::AnySmallInteger S>
struct std::numeric_limits<S> {
  static constexpr bool is_specialized = true, is_signed = S::hasSign, has_infinity = false;
  static constexpr int digits = S::width - int(S::hasSign);
  SHARDC_HD static constexpr S max() { return S((1 << digits) - 1); }
  SHARDC_HD static constexpr S min() { return S(S::hasSign ? -(1 << digits) : 0); }
  SHARDC_HD static constexpr S lowest() { return min(); }
  SHARDC_HD static constexpr S epsilon() { return S(0); }
};
