// SPDX-License-Identifier: Apache-2.0
// Reflections of several columns at a time: v is read once for all, and their sums do not wait for
// each other. A register holds lanes of a sum, or as many of a column's neighbours.
#pragma once

#include "runtime/routines/cpu/widest_cpu.h"
#include "runtime/routines/reflections.h"

#include <type_traits>
#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The lanes of a sum.
template <typename T>
struct Lanes {
  using Integer = std::conditional_t<sizeof(T) == 8, int64_t, int32_t>;
  typedef T Type __attribute__((vector_size(kSumLanes * sizeof(T))));
  typedef Integer Mask __attribute__((vector_size(kSumLanes * sizeof(T))));

  /// Sums of neighbours, those of x before those of y.
  static SHARDC_WIDEST void add_pairs(Type &sums, const Type &x, const Type &y) {
    add_pairs(sums, x, y, std::make_integer_sequence<int, kSumLanes>());
  }
  /// The first `count` lanes.
  static SHARDC_WIDEST void mask_first(Mask &mask, int64_t count) {
    mask_first(mask, Integer(count), std::make_integer_sequence<Integer, kSumLanes>());
  }
  /// What is not in the mask is 0.
  static SHARDC_WIDEST void keep(Type &x, const Mask &mask) {
    Mask bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= mask;
    memcpy(&x, &bits, sizeof bits);
  }

private:
  template <int... lane>
  static SHARDC_WIDEST void add_pairs(Type &sums, const Type &x, const Type &y,
                                      std::integer_sequence<int, lane...>) {
    sums = __builtin_shufflevector(x, y, (2 * lane)...) +
           __builtin_shufflevector(x, y, (2 * lane + 1)...);
  }
  template <Integer... lane>
  static SHARDC_WIDEST void mask_first(Mask &mask, Integer count,
                                       std::integer_sequence<Integer, lane...>) {
    mask = Mask{lane...} < count;
  }
};

constexpr int kColumnsAtOnce = 8;

/// What lanes of 8 sums are together, by a tree over neighbours.
template <typename T>
SHARDC_WIDEST void sum_lanes(typename Lanes<T>::Type (&sums)[kColumnsAtOnce], T *to) {
  typename Lanes<T>::Type last;
  for (int count = kColumnsAtOnce; count > 1; count /= 2)
    for (int k = 0; k < count / 2; ++k) {
      Lanes<T>::add_pairs(last, sums[2 * k], sums[2 * k + 1]);
      sums[k] = last;
    }
  Lanes<T>::add_pairs(last, sums[0], sums[0]);
  memcpy(to, &last, kColumnsAtOnce * sizeof(T));
}

/// Columns have memory behind them, as they are padded or others follow: what is read there counts
/// for nothing, and is written as it was.
template <typename T>
struct ReflectedColumns {
  const T *v;
  T factor;
  T *x;
  int64_t n, stride;

  template <int bytes>
  SHARDC_WIDEST void run() const {
    using L = Lanes<T>;
    typename L::Type sums[kColumnsAtOnce] = {}, left, right;
    typename L::Mask mask;
    L::mask_first(mask, n % kSumLanes);
    const int64_t end = n / kSumLanes * kSumLanes;
    for (int64_t i = 0; i < end; i += kSumLanes) {
      memcpy(&left, v + i, sizeof left);
      for (int j = 0; j < kColumnsAtOnce; ++j) {
        memcpy(&right, x + j * stride + i, sizeof right);
        sums[j] += left * right;
      }
    }
    memcpy(&left, v + end, sizeof left);
    L::keep(left, mask);
    for (int j = 0; j < kColumnsAtOnce; ++j) {
      memcpy(&right, x + j * stride + end, sizeof right);
      L::keep(right, mask);
      sums[j] += left * right;
    }
    T factors[kColumnsAtOnce];
    sum_lanes<T>(sums, factors);
    for (int j = 0; j < kColumnsAtOnce; ++j)
      factors[j] = -(factor * factors[j]);
    for (int j = 0; j < kColumnsAtOnce; ++j) {
      memcpy(&right, x + j * stride + end, sizeof right);
      right = mask ? right + factors[j] * left : right;
      memcpy(x + j * stride + end, &right, sizeof right);
    }
    for (int64_t i = 0; i < end; i += kSumLanes) {
      memcpy(&left, v + i, sizeof left);
      for (int j = 0; j < kColumnsAtOnce; ++j) {
        memcpy(&right, x + j * stride + i, sizeof right);
        right = right + factors[j] * left;
        memcpy(x + j * stride + i, &right, sizeof right);
      }
    }
  }
};

template <typename T>
void apply_reflection(OneThread, const T *v, T factor, T *x, int64_t n, int64_t stride,
                      int64_t count, T *) {
  int64_t j = 0;
  if constexpr (!isComplex<T>)
    for (; j + kColumnsAtOnce <= count; j += kColumnsAtOnce)
      by_widest(ReflectedColumns<T>{v, factor, x + j * stride, n, stride});
  for (; j < count; ++j)
    apply_reflection(v, factor, x + j * stride, n);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
