// SPDX-License-Identifier: Apache-2.0
// Floats that count what is done with them. To be included before a kernel: what stands for float
// and double behind these lines is one of them.
#pragma once

#include "runtime/box.h"
#include "runtime/device/angles.h"
#include "runtime/device/cpu/product_cpu.h"
#include "runtime/device/error_functions.h"
#include "runtime/device/exponentials.h"
#include "runtime/device/gamma_functions.h"
#include "runtime/device/hyperbolics.h"
#include "runtime/device/powers.h"
#include "runtime/device/scalar.h"
#include "runtime/device/sum_order.h"
#include "runtime/device/window.h"
#include "runtime/host/cpu/launch_cpu.h"
#include "runtime/host/cuda/launch_cuda.h"

#include <type_traits>

namespace counted {

inline long flops = 0;
inline const bool isCounter = (emulation::counter = &flops);

template <typename T>
struct Number {
  T value = T();

  Number() = default;
  template <typename From>
  requires std::is_arithmetic_v<From> Number(From from) : value(static_cast<T>(from)) {}
  template <typename From>
  explicit Number(Number<From> from) : value(static_cast<T>(from.value)) {}
  template <shardc::runtime::NarrowFloat Narrow>
  explicit Number(Narrow from) : value(from) {}

  template <typename To>
  requires std::is_integral_v<To> || shardc::runtime::isNarrow<To> ||
      shardc::runtime::isSmallInteger<To>
  explicit operator To() const { return shardc::runtime::convert<To>(value); }

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

namespace shardc::runtime {

/// packed_product(), whose registers hold no such floats: operands as often as it copies them, sums
/// in their order. What it computes in tiles that are not full does not count.
template <Along along, int64_t leaves, typename Left, typename Right, typename End>
void counted_product(Interval rows, Interval columns, const Terms &terms, const Left &left,
                     const Right &right, const End &end) {
  using T = decltype(factor(left, 0, 0));
  const auto start = [&](int64_t leaf) {
    return (leaf_start(leaves, terms.count, leaf, terms.begin, terms.end) - terms.from) *
           terms.inner;
  };
  const bool none = terms.begin >= terms.end || terms.inner <= 0;
  const int64_t first = none ? 0 : leaf_of(leaves, terms.count, terms.begin);
  const int64_t last = none ? -1 : leaf_of(leaves, terms.count, terms.end - 1);
  const Interval all = none ? Interval{0, 0} : Interval{start(first), start(last + 1)};
  const int64_t block = are_few_rows(rows.size(), all.size(), sizeof(T))
                            ? columns.size()
                            : columns_of_block(rows.size(), all.size(), sizeof(T));
  for (int64_t j = columns.lo; j < columns.hi; j += block)
    for (int64_t i = rows.lo; i < rows.hi; ++i)
      for (int64_t k = all.lo; k < all.hi; ++k)
        (void)factor(left, i, k);
  for (int64_t i = rows.lo; i<rows.hi; i += all.size()> kMostTerms ? kBlockRows : rows.size())
    for (int64_t j = columns.lo; j < columns.hi; ++j)
      for (int64_t k = all.lo; k < all.hi; ++k)
        (void)right(k, j);
  for (int64_t i = rows.lo; i < rows.hi; ++i)
    for (int64_t j = columns.lo; j < columns.hi; ++j) {
      SumTree<T, 130> tree;
      for (int64_t leaf = first; leaf <= last; ++leaf) {
        T sum = 0;
        for (int64_t k = start(leaf); k < start(leaf + 1); ++k) {
          const long before = counted::flops; // operands have been counted
          const T x = factor(left, i, k), y = right(k, j);
          counted::flops = before;
          sum = fma(x, y, sum);
        }
        tree.add(leaf, sum);
      }
      end(i, j, tree.total());
    }
}
} // namespace shardc::runtime

#define packed_product counted_product
#define float ::counted::Number<float>
#define double ::counted::Number<double>
