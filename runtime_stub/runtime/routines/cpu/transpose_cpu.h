// SPDX-License-Identifier: Apache-2.0
// Complex numbers as they lie in memory, and as vectors of real and of imaginary parts.
#pragma once

#include "runtime/complex.h"
#include "runtime/device/vector.h"
#include "runtime/routines/cpu/widest_cpu.h"

#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Vectors of so many numbers.
template <typename Real, int count>
struct Transposed {
  using V = Vector<Real, count>;
  using Lanes = std::make_integer_sequence<int, count>;

  /// Of numbers side by side.
  static SHARDC_WIDEST void load(const Complex<Real> *from, V &re, V &im) {
    V low, high;
    memcpy(&low, from, sizeof low);
    memcpy(&high, from + count / 2, sizeof high);
    part(low, high, re, im, Lanes());
  }
  static SHARDC_WIDEST void store(Complex<Real> *to, const V &re, const V &im) {
    V low, high;
    join(re, im, low, high, Lanes());
    memcpy(to, &low, sizeof low);
    memcpy(to + count / 2, &high, sizeof high);
  }
  /// Rows become columns.
  static SHARDC_WIDEST void turn(V (&rows)[count]) { turn<1>(rows); }

private:
  template <int... lane>
  static SHARDC_WIDEST void part(const V &low, const V &high, V &re, V &im,
                                 std::integer_sequence<int, lane...>) {
    re = __builtin_shufflevector(low, high, (2 * lane)...);
    im = __builtin_shufflevector(low, high, (2 * lane + 1)...);
  }
  template <int... lane>
  static SHARDC_WIDEST void join(const V &re, const V &im, V &low, V &high,
                                 std::integer_sequence<int, lane...>) {
    low = __builtin_shufflevector(re, im, (lane / 2 + lane % 2 * count)...);
    high = __builtin_shufflevector(re, im, (count / 2 + lane / 2 + lane % 2 * count)...);
  }

  /// In squares of side 2 * step, the two of side `step` beside the diagonal trade places.
  template <int step>
  static SHARDC_WIDEST void turn(V (&rows)[count]) {
    if constexpr (step < count) {
      for (int row = 0; row < count; ++row)
        if ((row & step) == 0) trade<step>(rows[row], rows[row + step], Lanes());
      turn<2 * step>(rows);
    }
  }
  template <int step, int... lane>
  static SHARDC_WIDEST void trade(V &upper, V &lower, std::integer_sequence<int, lane...>) {
    const V left =
        __builtin_shufflevector(upper, lower, (lane & step ? lane - step + count : lane)...);
    lower = __builtin_shufflevector(upper, lower, (lane & step ? lane + count : lane + step)...);
    upper = left;
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
