// SPDX-License-Identifier: Apache-2.0
// x * y + z, rounded once: of numbers, and of vectors of them. Of floats, without an instruction
// for it: the product has room in a double, and its sum with z is rounded to odd, so that rounding
// again does no harm (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums").
#pragma once

#include "runtime/device/vector.h"

#include <cmath>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#if defined(__FMA__) || defined(__aarch64__) || defined(__CUDA_ARCH__)
constexpr bool hasFma = true;
#else
constexpr bool hasFma = false;
#endif

SHARDC_INLINE float emulated_fma(float x, float y, float z) {
  const double product = double(x) * double(y), wide = z;
  const double sum = product + wide, back = sum - product;
  const double rest = (product - (sum - back)) + (wide - back); // what the sum is short of
  const uint64_t bits = bitcast<uint64_t>(sum);
  const uint64_t next = (rest > 0) == (sum > 0) ? bits + 1 : bits - 1;
  const bool isInexact = rest > 0 || rest < 0;
  return float(bitcast<double>(isInexact && (bits & 1) == 0 ? next : bits));
}

#ifndef __CUDACC__
template <typename V>
__attribute__((noinline)) V emulated_fma_of_vectors(V x, V y, V z) {
  typedef double Wide __attribute__((vector_size(2 * sizeof(V))));
  typedef int64_t Bits __attribute__((vector_size(2 * sizeof(V))));
  const Wide product = __builtin_convertvector(x, Wide) * __builtin_convertvector(y, Wide);
  const Wide wide = __builtin_convertvector(z, Wide), sum = product + wide, back = sum - product;
  const Wide rest = (product - (sum - back)) + (wide - back);
  const Bits bits = (Bits)sum, step = ((rest > 0.0) ^ (sum > 0.0)) | 1; // -1 or 1
  const Bits isInexact = (rest > 0.0) | (rest < 0.0), isEven = (bits & 1) - 1;
  return __builtin_convertvector((Wide)(bits + (step & isInexact & isEven)), V);
}

// Compilers that are given elements one by one find the instruction, but not the best way to it.
#if __has_builtin(__builtin_elementwise_fma)
template <typename V>
SHARDC_INLINE V fma_of_vectors(V x, V y, V z) {
  return __builtin_elementwise_fma(x, y, z);
}
#else
template <typename V>
SHARDC_INLINE V fma_of_vectors(V x, V y, V z) {
  V result = {};
  for (size_t k = 0; k < sizeof(V) / sizeof(Element<V>); ++k)
    result[k] = std::fma(x[k], y[k], z[k]);
  return result;
}
#if defined(__FMA__) && defined(__GNUC__) && !defined(__clang__)
template <int width>
using Floats = Vector<float, width>;
template <int width>
using Doubles = Vector<double, width>;

SHARDC_INLINE Floats<4> fma_of_vectors(Floats<4> x, Floats<4> y, Floats<4> z) {
  return __builtin_ia32_vfmaddps(x, y, z);
}
SHARDC_INLINE Doubles<2> fma_of_vectors(Doubles<2> x, Doubles<2> y, Doubles<2> z) {
  return __builtin_ia32_vfmaddpd(x, y, z);
}
SHARDC_INLINE Floats<8> fma_of_vectors(Floats<8> x, Floats<8> y, Floats<8> z) {
  return __builtin_ia32_vfmaddps256(x, y, z);
}
SHARDC_INLINE Doubles<4> fma_of_vectors(Doubles<4> x, Doubles<4> y, Doubles<4> z) {
  return __builtin_ia32_vfmaddpd256(x, y, z);
}
#ifdef __AVX512F__
SHARDC_INLINE Floats<16> fma_of_vectors(Floats<16> x, Floats<16> y, Floats<16> z) {
  return __builtin_ia32_vfmaddps512_mask(x, y, z, -1, 4);
}
SHARDC_INLINE Doubles<8> fma_of_vectors(Doubles<8> x, Doubles<8> y, Doubles<8> z) {
  return __builtin_ia32_vfmaddpd512_mask(x, y, z, -1, 4);
}
#endif
#endif
#endif
#endif

/// A number beside vectors stands for a vector of it.
template <typename X, typename Y, typename Z>
SHARDC_INLINE auto fma(X x, Y y, Z z) {
  using V = std::decay_t<decltype(x * y + z)>;
  const V a = spread<V>(x), b = spread<V>(y), c = spread<V>(z);
  constexpr bool isEmulated = !hasFma && isOfFloats<V>;
  if constexpr (isVector<V> && isEmulated)
    return emulated_fma_of_vectors(a, b, c);
  else if constexpr (isVector<V>)
    return fma_of_vectors(a, b, c);
  else if constexpr (isEmulated)
    return emulated_fma(a, b, c);
  else
    return std::fma(a, b, c);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
