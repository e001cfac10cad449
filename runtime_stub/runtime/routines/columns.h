// SPDX-License-Identifier: Apache-2.0
// Matrices of one's own, a column after the other, and what is done to columns. Sums have 16 lanes,
// which a tree adds up, whatever registers there are.
#pragma once

#include "runtime/device/vector.h"
#include "runtime/routines/numbers.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename T>
struct Columns {
  T *data;
  int64_t rows, columns, stride; // from a column to the next

  Columns() = default;
  SHARDC_HD Columns(T *data, int64_t rows, int64_t columns) : Columns(data, rows, columns, rows) {}
  SHARDC_HD Columns(T *data, int64_t rows, int64_t columns, int64_t stride)
      : data(data), rows(rows), columns(columns), stride(stride) {}

  SHARDC_HD T &operator()(int64_t i, int64_t j) const { return data[j * stride + i]; }
  SHARDC_HD T *column(int64_t j) const { return data + j * stride; }
};

/// Memory for columns of so many rows, which begin in lines of a cache, and not at multiples of
/// many of these, as those have few places in it.
template <typename T>
SHARDC_HD int64_t padded(int64_t rows) {
  constexpr int64_t kLine = 64 / int64_t(sizeof(T));
  return ((rows + kLine - 1) / kLine | 1) * kLine;
}

constexpr int kSumLanes = 16;

// Compilers for CPUs are not asked to find vectors (device/cpu/vector_cpu.h).
#ifdef __CUDACC__
template <typename T>
constexpr int kPackSize = 1;
#else
template <typename T>
constexpr int kPackSize = isComplex<T> ? 1 : 16 / int(sizeof(T));
#endif
/// Neighbours in a column.
template <typename T>
using Pack = Vector<T, kPackSize<T>>;

template <typename T>
SHARDC_HD Pack<T> pack_at(const T *x) {
  Pack<T> pack;
  memcpy(&pack, x, sizeof pack);
  return pack;
}
template <typename T>
SHARDC_HD void put_pack(T *x, Pack<T> pack) {
  memcpy(x, &pack, sizeof pack);
}

/// What lanes are together; they are used up.
template <typename T>
SHARDC_HD T sum_of_lanes(T *lanes) {
  for (int step = 1; step < kSumLanes; step *= 2)
    for (int lane = 0; lane < kSumLanes; lane += 2 * step)
      lanes[lane] += lanes[lane + step];
  return lanes[0];
}

/// The sum of conjugate(x[i]) * y[i].
template <typename T>
SHARDC_CALLED T dot(const T *x, const T *y, int64_t n) {
  constexpr int kSize = kPackSize<T>, kPacks = kSumLanes / kSize;
  Pack<T> packs[kPacks] = {};
  int64_t i = 0;
  for (; i + kSumLanes <= n; i += kSumLanes)
    for (int k = 0; k < kPacks; ++k)
      packs[k] += conjugate(pack_at(x + i + k * kSize)) * pack_at(y + i + k * kSize);
  T lanes[kSumLanes];
  memcpy(lanes, packs, sizeof lanes);
  for (int lane = 0; i < n; ++i, ++lane)
    lanes[lane] += conjugate(x[i]) * y[i];
  return sum_of_lanes(lanes);
}

/// y += factor * x
template <typename T>
SHARDC_CALLED void add_scaled(T *y, T factor, const T *x, int64_t n) {
  constexpr int kSize = kPackSize<T>;
  int64_t i = 0;
  for (; i + kSize <= n; i += kSize)
    put_pack(y + i, pack_at(y + i) + factor * pack_at(x + i));
  for (; i < n; ++i)
    y[i] += factor * x[i];
}

template <typename T>
SHARDC_HD void scale(T *x, T factor, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    x[i] = x[i] * factor;
}

/// (x, y) = (cosine * x + sine * y, cosine * y - sine * x)
template <typename F>
SHARDC_CALLED void rotate(F *x, F *y, const Rotation<F> &by, int64_t n) {
  constexpr int kSize = kPackSize<F>;
  const F c = by.cosine, s = by.sine;
  int64_t i = 0;
  for (; i + kSize <= n; i += kSize) {
    const Pack<F> p = pack_at(x + i), q = pack_at(y + i);
    put_pack(x + i, c * p + s * q);
    put_pack(y + i, c * q - s * p);
  }
  for (; i < n; ++i) {
    const F p = x[i], q = y[i];
    x[i] = c * p + s * q;
    y[i] = c * q - s * p;
  }
}
template <typename F>
SHARDC_HD void rotate(Complex<F> *x, Complex<F> *y, const Rotation<F> &by, int64_t n) {
  rotate(&x->re, &y->re, by, 2 * n);
}

template <typename T>
SHARDC_HD void exchange(T &x, T &y) {
  const T kept = x;
  x = y;
  y = kept;
}
template <typename T>
SHARDC_CALLED void exchange(T *x, T *y, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    exchange(x[i], y[i]);
}

/// The largest part of all numbers; NaN where there is one.
template <typename T>
SHARDC_CALLED PartOf<T> largest_part(const T *x, int64_t n) {
  PartOf<T> largest = 0;
  for (int64_t i = 0; i < n; ++i) {
    const PartOf<T> size = largest_part(x[i]);
    if (!(size <= largest)) largest = size;
    if (size != size) return size;
  }
  return largest;
}

/// Powers of two: times `down` the largest of some numbers is in [1, 2), and `up` undoes that. Both
/// are 1 where that largest is 0, or no number.
template <typename F>
struct Scale {
  F down = 1, up = 1;
  SHARDC_HD explicit Scale(F largest) {
    if (!(largest > 0) || !(largest - largest == 0)) return;
    int exponent = 0;
    std::frexp(largest, &exponent);
    // What is nearly out of range is left so far away that both are floats.
    const int most = sizeof(F) == 4 ? 120 : 1000;
    exponent = exponent > most ? most : exponent < -most ? -most : exponent;
    down = std::ldexp(F(1), 1 - exponent);
    up = std::ldexp(F(1), exponent - 1);
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
