// SPDX-License-Identifier: Apache-2.0
// Functions of integers of fewer bits than a byte: those of an int, in their own width.
#pragma once

#include "runtime/small_integers.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <AnySmallInteger S>
SHARDC_HD S quotient(S x, S y) {
  return y == 0 ? S(-1) : S(int(x) / int(y));
}
template <AnySmallInteger S>
SHARDC_HD S remainder(S x, S y) {
  return y == 0 ? x : S(int(x) % int(y));
}
template <AnySmallInteger S>
SHARDC_HD S shiftLeft(S x, S y) {
  return S(y.bits() < unsigned(S::width) ? x.bits() << y.bits() : 0u);
}
template <AnySmallInteger S>
SHARDC_HD S shiftRight(S x, S y) {
  constexpr unsigned most = S::width - 1;
  return S(int(SmallInteger<S::width, true>(x.bits())) >> (y.bits() < most ? y.bits() : most));
}
template <AnySmallInteger S>
SHARDC_HD S shiftRightLogical(S x, S y) {
  return S(y.bits() < unsigned(S::width) ? x.bits() >> y.bits() : 0u);
}
template <AnySmallInteger S>
SHARDC_HD S abs(S x) {
  return S(x < 0 ? -int(x) : int(x));
}
template <AnySmallInteger S>
SHARDC_HD S sign(S x) {
  return S(int(x > 0) - int(x < 0));
}
template <AnySmallInteger S>
SHARDC_HD S popcount(S x) {
  int count = 0;
  for (unsigned bits = x.bits(); bits != 0; bits &= bits - 1)
    ++count;
  return S(count);
}
template <AnySmallInteger S>
SHARDC_HD S leadingZeros(S x) {
  int count = S::width;
  for (unsigned bits = x.bits(); bits != 0; bits >>= 1)
    --count;
  return S(count);
}
template <AnySmallInteger S>
SHARDC_HD S mulHigh(S x, S y) {
  return S((int(x) * int(y)) >> S::width);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
