// SPDX-License-Identifier: Apache-2.0
// Floats that count what is done with them. To be included before a kernel: what stands for float
// and double behind these lines is one of them.
#pragma once

#include "runtime/box.h"
#include "runtime/launch_cpu.h"
#include "runtime/launch_cuda.h"
#include "runtime/scalar.h"
#include "runtime/sum_order.h"
#include "runtime/window.h"

#include <type_traits>

namespace counted {

inline long flops = 0;

template <typename T>
struct Number {
  T value = T();

  Number() = default;
  template <typename From>
  requires std::is_arithmetic_v<From> Number(From from) : value(static_cast<T>(from)) {}
  template <typename From>
  explicit Number(Number<From> from) : value(static_cast<T>(from.value)) {}

  Number &operator+=(Number y) { return *this = *this + y; }
  Number &operator*=(Number y) { return *this = *this * y; }

  friend Number fma(Number x, Number y, Number z) {
    return flops += 2, Number(shardc::runtime::fma(x.value, y.value, z.value));
  }
  friend Number operator-(Number x) { return ++flops, Number(-x.value); }

#define COUNTED(op)                                                                                \
  friend auto operator op(Number x, Number y) {                                                    \
    ++flops;                                                                                       \
    const auto result = x.value op y.value;                                                        \
    if constexpr (std::is_same_v<decltype(result), const bool>)                                    \
      return result;                                                                               \
    else                                                                                           \
      return Number(result);                                                                       \
  }
  COUNTED(+)
  COUNTED(-)
  COUNTED(*)
  COUNTED(/)
  COUNTED(==)
  COUNTED(!=)
  COUNTED(<)
  COUNTED(<=)
  COUNTED(>)
  COUNTED(>=)
#undef COUNTED

#define COUNTED(fn)                                                                                \
  friend Number fn(Number x) { return ++flops, Number(shardc::runtime::fn(x.value)); }
  COUNTED(abs)
  COUNTED(cbrt)
  COUNTED(ceil)
  COUNTED(cos)
  COUNTED(erf)
  COUNTED(exp)
  COUNTED(expm1)
  COUNTED(floor)
  COUNTED(log)
  COUNTED(log1p)
  COUNTED(logistic)
  COUNTED(roundAway)
  COUNTED(roundEven)
  COUNTED(rsqrt)
  COUNTED(sign)
  COUNTED(sin)
  COUNTED(sqrt)
  COUNTED(tan)
  COUNTED(tanh)
#undef COUNTED
#define COUNTED(fn)                                                                                \
  friend Number fn(Number x, Number y) {                                                           \
    return ++flops, Number(shardc::runtime::fn(x.value, y.value));                                 \
  }
  COUNTED(max)
  COUNTED(min)
  COUNTED(pow)
  COUNTED(remainder)
#undef COUNTED
};

} // namespace counted

extern "C" __attribute__((used)) inline long countedFlops() {
  const long flops = counted::flops;
  counted::flops = 0;
  return flops;
}

#define float ::counted::Number<float>
#define double ::counted::Number<double>
