// SPDX-License-Identifier: Apache-2.0
// The tree of a sum (sum_order.h) in the registers of a thread, and over the threads of a warp.
#pragma once

#include "runtime/complex.h"
#include "runtime/device/vector.h"
#include "runtime/narrow.h"
#include "runtime/small_integers.h"

#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kWarp = 32;

/// The function that trees of sums have at their nodes.
struct Sum {
  template <typename T>
  __device__ T operator()(T x, T y) const {
    return x + y;
  }
};

/// What `combine` makes of value(0) to value(count - 1), a power of two: neighbours first. The
/// values that wait for their neighbours are in registers.
template <int count, typename Value, typename Combine>
__device__ inline auto tree_over(const Value &value, const Combine &combine) {
  using T = std::decay_t<decltype(value(0))>;
  T now = value(0);
  if constexpr (count > 1) {
    T waiting[32];
    waiting[0] = now;
    for (int number = 1; number < count; ++number) {
      now = value(number);
      bool goes_on = true; // to what waits on this level; else it has found its place
#pragma unroll
      for (int level = 0; 1 << level < count; ++level) {
        const bool is_right = (number >> level & 1) != 0;
        if (goes_on && is_right) now = combine(waiting[level], now);
        if (goes_on && !is_right) waiting[level] = now;
        goes_on = goes_on && is_right;
      }
    }
  }
  return now;
}

/// What the thread has whose number differs in the bits of `by`.
template <typename T>
__device__ inline T of_other_thread(T value, int by) {
  if constexpr (isComplex<T>)
    return T(of_other_thread(value.re, by), of_other_thread(value.im, by));
  else if constexpr (isSmallInteger<T>)
    return T(__shfl_xor_sync(~0u, int(value), by));
  else if constexpr (isNarrow<T>)
    return bitcast<T>(typename T::Bits(__shfl_xor_sync(~0u, unsigned(value.bits), by)));
  else
    return __shfl_xor_sync(~0u, value, by);
}

/// What `combine` makes of the values of `threads` neighbouring threads of a warp: neighbours
/// first. Each of them gets it.
template <int threads, typename T, typename Combine>
__device__ inline T over_threads(T value, const Combine &combine) {
#pragma unroll
  for (int by = 1; by < threads; by *= 2)
    value = combine(value, of_other_thread(value, by));
  return value;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
