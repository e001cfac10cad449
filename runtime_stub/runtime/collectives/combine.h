// SPDX-License-Identifier: Apache-2.0
// How what devices hold is combined by a collective, on the host and on GPUs.
#pragma once

#include "runtime/device/scalar.h"
#include "runtime/type.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

enum class Combine { add, mul, max, min, bit_and, bit_or, bit_xor };

/// One step of a reduction. Integers wrap around.
template <typename T>
SHARDC_HD T combine(Combine how, T a, T b) {
  if constexpr (std::is_same_v<T, bool>) {
    const bool all = how == Combine::mul || how == Combine::min || how == Combine::bit_and;
    return how == Combine::bit_xor ? a != b : all ? a && b : a || b;
  } else if constexpr (isSmallInteger<T>) {
    return T(combine(how, int(a), int(b)));
  } else if constexpr (isComplex<T>) {
    return how == Combine::add ? a + b : a * b;
  } else if constexpr (isFloating<T>) {
    // There are no other functions of floats.
    return how == Combine::add   ? a + b
           : how == Combine::mul ? a * b
           : how == Combine::max ? max(a, b)
                                 : min(a, b);
  } else {
    using Bits = std::make_unsigned_t<T>;
    switch (how) {
    case Combine::add:
      return T(Bits(a) + Bits(b));
    case Combine::mul:
      return T(1u * Bits(a) * Bits(b)); // narrow ones as unsigned: as int it might overflow
    case Combine::max:
      return max(a, b);
    case Combine::min:
      return min(a, b);
    case Combine::bit_and:
      return a & b;
    case Combine::bit_or:
      return a | b;
    case Combine::bit_xor:
      break;
    }
    return a ^ b;
  }
}

/// Calls `body` with a zero of the type whose values are combined, and returns what it returns.
template <typename Body>
SHARDC_HD auto with_combined_type(Type type, bool as_bits, Body body) {
  if (!as_bits) return with_type(type, body);
  if (bytes(type) == 1) return body(uint8_t());
  if (bytes(type) == 2) return body(uint16_t());
  if (bytes(type) == 4) return body(uint32_t());
  if (bytes(type) == 8) return body(uint64_t());
  return body(Complex<uint64_t>()); // whose parts are added each by itself
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
