// SPDX-License-Identifier: Apache-2.0
// Inputs and outputs that are left unreduced: each device has a partial result, and the value is
// the combination of all of them.
#pragma once

#include "runtime/collectives/combine.h"
#include "runtime/host/program.h"

#include <algorithm>
#include <limits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What combined with any number is that number, bit for bit.
template <typename T, Combine how>
constexpr T identity() {
  using Limits = std::numeric_limits<T>;
  if constexpr (how == Combine::add) return static_cast<T>(-0.0);
  if constexpr (how == Combine::max)
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  return Limits::has_infinity ? Limits::infinity() : Limits::max();
}

/// Sums, or the largest or smallest of all. `number` says which of `count` a device has.
template <typename T, Combine how>
Partials partials(int count, int (*number)(int device)) {
  const auto add = [](char *left, const char *right, size_t elements) {
    T *const sum = reinterpret_cast<T *>(left);
    const T *const more = reinterpret_cast<const T *>(right);
    for (size_t i = 0; i < elements; ++i)
      sum[i] = combine(how, sum[i], more[i]);
  };
  const auto clear = [](char *data, size_t elements) {
    std::fill_n(reinterpret_cast<T *>(data), elements, identity<T, how>());
  };
  return {count, number, add, clear};
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
