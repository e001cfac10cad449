// SPDX-License-Identifier: Apache-2.0
// Arithmetic of intervals with steps. Results may hold more numbers than they must, never fewer.
#pragma once

#include "frontend/ir/formula/bounds/bounds.h"
#include "frontend/ir/formula/expressions/arithmetic.h"

#include <numeric>

namespace shardc {

/// The step of an interval for arithmetic: 0 where there is one number.
inline int64_t stepOf(const Interval &v) { return v.extent() <= 1 ? 0 : v.step; }

/// An interval whose hi is just above its last number, with step 1 where that is the only one.
inline Interval made(int64_t lo, int64_t hi, int64_t step) {
  if (hi <= lo) return {lo, lo, 1};
  if (step > 0) hi = lo + (hi - 1 - lo) / step * step + 1;
  return {lo, hi, hi - lo == 1 || step == 0 ? 1 : step};
}

/// Numbers of `v` in [lo, hi).
inline Interval clipped(Interval v, int64_t lo, int64_t hi) {
  if (v.lo < lo) v.lo += ceilDiv(lo - v.lo, v.step) * v.step;
  return made(v.lo, std::min(v.hi, hi), v.step);
}

/// All numbers that are in both, and maybe more: the steps of the coarser one.
inline Interval intersection(const Interval &a, const Interval &b) {
  const bool first = stepOf(a) >= stepOf(b);
  return first ? clipped(a, b.lo, b.hi) : clipped(b, a.lo, a.hi);
}

/// The digits (x / unit) mod size of the numbers of `v`, which has some.
inline Interval digitRange(const Interval &v, int64_t unit, int64_t size) {
  if (unit == 0) return {0, 1, 1};
  const int64_t step = stepOf(v) % unit == 0 ? stepOf(v) / unit : 1;
  const Interval quotient = made(floorDiv(v.lo, unit), floorDiv(v.hi - 1, unit) + 1, step);
  if (size == 0) return quotient;
  const int64_t block = floorDiv(quotient.lo, size);
  if (block == floorDiv(quotient.hi - 1, size))
    return {quotient.lo - block * size, quotient.hi - block * size, quotient.step};
  const int64_t shared = std::gcd(stepOf(quotient), size);
  return made(floorMod(quotient.lo, shared), size, shared);
}

/// How many numbers an interval has.
inline int64_t count(const Interval &v) { return v.empty() ? 0 : ceilDiv(v.extent(), v.step); }

} // namespace shardc
