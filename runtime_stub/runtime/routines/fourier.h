// SPDX-License-Identifier: Apache-2.0
// Stockham's transforms: passes of a small radix between two pieces of memory, from which numbers
// come out in their order. What is done to a number of points is done to each alike, so a point may
// be one number, as on GPUs, or those of several members, as in registers of CPUs.
#pragma once

#include "runtime/routines/batch.h"
#include "runtime/routines/team.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Numbers of one kind, real and imaginary parts apart.
template <typename V>
struct Points {
  V *re, *im;
};
template <typename V>
struct Point {
  V re, im;

  SHARDC_INLINE Point operator+(const Point &b) const { return {re + b.re, im + b.im}; }
  SHARDC_INLINE Point operator-(const Point &b) const { return {re - b.re, im - b.im}; }
  template <typename T>
  SHARDC_INLINE Point operator*(const Complex<T> &w) const {
    return {re * w.re - im * w.im, re * w.im + im * w.re};
  }
};

template <typename V>
SHARDC_INLINE Point<V> point_at(const Points<V> &x, int64_t i) {
  return {x.re[i], x.im[i]};
}
template <typename V>
SHARDC_INLINE void put_point(const Points<V> &x, int64_t i, const Point<V> &point) {
  x.re[i] = point.re;
  x.im[i] = point.im;
}

/// Memory for a member, or for as many as a V has numbers.
template <typename V>
struct PointsOf {
  struct Space {
    Points<V> x, y;

    SHARDC_HD Space(Workspace &scratch, const Batch &batch) {
      const int64_t n = batch.operands[0].rows;
      x = {scratch.take<V>(n), scratch.take<V>(n)};
      y = {scratch.take<V>(n), scratch.take<V>(n)};
    }
  };
};

#ifndef __CUDACC__
/// Numbers of so many members, as CPUs transform them together.
template <typename Real>
constexpr int kMembersTogether = 64 / int(sizeof(Real));
template <typename Real>
using PointLanes = Vector<Real, kMembersTogether<Real>>;
#endif

/// Of signals of n points the pass that makes transforms of r points of those m apart, where `s`
/// are next to each other that passes before have made.
template <typename V, typename T>
struct FourierPass {
  int64_t n, m, s;
  const T *roots; // of unity, n of them
  int64_t stride; // from a root to the next
  bool isInverse;
  Points<V> x, y;

  SHARDC_INLINE T root(int64_t k) const { return roots[k * stride]; }
  SHARDC_INLINE Point<V> from(int64_t p, int64_t q, int64_t k) const {
    return point_at(x, q + s * (p + m * k));
  }
  SHARDC_INLINE void put(int64_t p, int64_t q, int64_t r, int64_t j, const Point<V> &made) const {
    put_point(y, q + s * (r * p + j), j == 0 ? made : made * root(p * j * s));
  }

  /// Turned by a quarter of a circle, and by an eighth.
  SHARDC_INLINE Point<V> quarter(const Point<V> &point) const {
    return isInverse ? Point<V>{-point.im, point.re} : Point<V>{point.im, -point.re};
  }
  SHARDC_INLINE Point<V> eighth(const Point<V> &point) const {
    constexpr auto kHalfRoot = PartOf<T>(0.70710678118654752440);
    const Point<V> sum = point + quarter(point);
    return {sum.re * kHalfRoot, sum.im * kHalfRoot};
  }
  struct Four {
    Point<V> a, b, c, d;
  };
  SHARDC_INLINE Four four(const Point<V> &a, const Point<V> &b, const Point<V> &c,
                          const Point<V> &d) const {
    const Point<V> even = a + c, odd = b + d, other = a - c, turned = quarter(b - d);
    return {even + odd, other + turned, even - odd, other - turned};
  }

  SHARDC_INLINE void by_two(int64_t p, int64_t q) const {
    const Point<V> a = from(p, q, 0), b = from(p, q, 1);
    put(p, q, 2, 0, a + b);
    put(p, q, 2, 1, a - b);
  }
  SHARDC_INLINE void by_four(int64_t p, int64_t q) const {
    const Four made = four(from(p, q, 0), from(p, q, 1), from(p, q, 2), from(p, q, 3));
    put(p, q, 4, 0, made.a);
    put(p, q, 4, 1, made.b);
    put(p, q, 4, 2, made.c);
    put(p, q, 4, 3, made.d);
  }
  SHARDC_INLINE void by_eight(int64_t p, int64_t q) const {
    const Four even = four(from(p, q, 0), from(p, q, 2), from(p, q, 4), from(p, q, 6));
    Four odd = four(from(p, q, 1), from(p, q, 3), from(p, q, 5), from(p, q, 7));
    odd.b = eighth(odd.b);
    odd.c = quarter(odd.c);
    odd.d = quarter(eighth(odd.d));
    put(p, q, 8, 0, even.a + odd.a);
    put(p, q, 8, 1, even.b + odd.b);
    put(p, q, 8, 2, even.c + odd.c);
    put(p, q, 8, 3, even.d + odd.d);
    put(p, q, 8, 4, even.a - odd.a);
    put(p, q, 8, 5, even.b - odd.b);
    put(p, q, 8, 6, even.c - odd.c);
    put(p, q, 8, 7, even.d - odd.d);
  }
  /// Of a prime that is known: each number is read once.
  template <int r>
  SHARDC_INLINE void by_prime(int64_t p, int64_t q) const {
    Point<V> points[r];
    for (int k = 0; k < r; ++k)
      points[k] = from(p, q, k);
    for (int j = 0; j < r; ++j) {
      Point<V> sum = points[0];
      for (int k = 1; k < r; ++k)
        sum = sum + points[k] * root(j * k % r * (n / r));
      put(p, q, r, j, sum);
    }
  }
  SHARDC_INLINE void by_prime(int64_t p, int64_t q, int64_t r) const {
    for (int64_t j = 0; j < r; ++j) {
      Point<V> sum = from(p, q, 0);
      for (int64_t k = 1; k < r; ++k)
        sum = sum + from(p, q, k) * root(j * k % r * (n / r));
      put(p, q, r, j, sum);
    }
  }
  SHARDC_INLINE void by(int64_t r, int64_t p, int64_t q) const {
    if (r == 8)
      by_eight(p, q);
    else if (r == 4)
      by_four(p, q);
    else if (r == 2)
      by_two(p, q);
    else if (r == 3)
      by_prime<3>(p, q);
    else if (r == 5)
      by_prime<5>(p, q);
    else
      by_prime(p, q, r);
  }

  template <LoneThread Team>
  SHARDC_INLINE void run(const Team &, int64_t r) const {
    for (int64_t p = 0; p < m; ++p)
      for (int64_t q = 0; q < s; ++q)
        by(r, p, q);
  }
  template <typename Team>
  SHARDC_INLINE void run(const Team &team, int64_t r) const {
    for (int64_t k = team.rank(); k < m * s; k += team.size())
      by(r, k / s, k % s);
  }
};

/// As few passes as can be: 16 points are 4 times 4, and not 8 times 2.
SHARDC_HD inline int64_t radix_of(int64_t n) {
  if (n % 8 == 0 && n % 32 != 16) return 8;
  if (n % 4 == 0) return 4;
  for (int64_t r = 2; r * r <= n; ++r)
    if (n % r == 0) return r;
  return n;
}

/// Of x, with y to work in; returns where it lies.
template <typename Team, typename V, typename T>
SHARDC_INLINE Points<V> transformed(const Team &team, int64_t n, const Strided<T> &roots,
                                    bool isInverse, Points<V> x, Points<V> y) {
  for (int64_t left = n, s = 1; left > 1;) {
    const int64_t r = radix_of(left);
    left /= r;
    FourierPass<V, T>{n, left, s, roots.data, roots.row_stride, isInverse, x, y}.run(team, r);
    s *= r;
    const Points<V> made = y;
    y = x;
    x = made;
    team.wait();
  }
  return x;
}

/// Calls `run` with a number of the type of the points' parts. Returns what it does, or what is
/// wrong.
template <typename Run>
const char *for_parts(const shardc_call &call, const Run &run) {
  const char *type = call.operands[0].type;
  if (!std::strcmp(type, "c64")) return run(float());
  if (!std::strcmp(type, "c128")) return run(double());
  return "it is for c64 and c128";
}

/// For each vector of a batch its transform, not divided by anything. Operands: complex numbers,
/// and the table of roots of unity, as many as a vector has numbers, in the direction in which they
/// are taken. The call's numbers: how many dimensions are behind the vectors'; whether it is the
/// inverse.
const char *fourier(const shardc_call *call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
