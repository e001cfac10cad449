// SPDX-License-Identifier: Apache-2.0
// Products of panels in as wide registers as the processor has: rows side by side, sums of kPanel
// columns in registers. Whatever is wide or narrow, each element has its terms one after the other,
// each product rounded before it is subtracted: the same bits.
#pragma once

#include "runtime/routines/cpu/widest_cpu.h"
#include "runtime/routines/panels.h"

#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Numbers side by side: of complex ones real and imaginary parts.
template <typename T, int bytes>
struct Row {
  using Part = PartOf<T>;
  static constexpr int kParts = bytes / int(sizeof(Part));
  typedef Part Type __attribute__((vector_size(bytes)));

  /// sum -= left * right
  static SHARDC_WIDEST void subtract(Type &sum, const Type &left, const Part *right) {
    if constexpr (isComplex<T>)
      subtract(sum, left, right, std::make_integer_sequence<int, kParts>());
    else
      sum = sum - left * *right;
  }
  template <int... part>
  static SHARDC_WIDEST void subtract(Type &sum, const Type &left, const Part *right,
                                     std::integer_sequence<int, part...>) {
    const Type turned = __builtin_shufflevector(left, left, (part ^ 1)...);
    const Type imaginary = {(part % 2 == 0 ? -right[1] : right[1])...};
    sum = sum - (left * right[0] + turned * imaginary);
  }
};

/// A register of rows at a time, for as many columns as there are registers; returns how many rows
/// that has been.
template <int bytes, typename T>
SHARDC_WIDEST int64_t subtract_rows(T *c, int64_t stride, int64_t rows, int width, const T *a,
                                    const T *b, int64_t depth) {
  using Numbers = Row<T, bytes>;
  constexpr int kRows = bytes / int(sizeof(T)), kColumns = bytes == 64 ? kPanel : kPanel / 2;
  int64_t i = 0;
  for (; i + kRows <= rows; i += kRows)
    for (int first = 0; first < width; first += kColumns) {
      typename Numbers::Type sums[kColumns];
      for (int j = 0; j < kColumns; ++j)
        memcpy(&sums[j], c + (first + j < width ? first + j : 0) * stride + i, bytes);
      for (int64_t k = 0; k < depth; ++k) {
        typename Numbers::Type left;
        memcpy(&left, a + k * stride + i, bytes);
        for (int j = 0; j < kColumns; ++j)
          Numbers::subtract(sums[j], left,
                            reinterpret_cast<const PartOf<T> *>(b + k * kPanel + first + j));
      }
      for (int j = 0; j < kColumns && first + j < width; ++j)
        memcpy(c + (first + j) * stride + i, &sums[j], bytes);
    }
  return i;
}

/// The rows by registers of `bytes`, and what is left over by narrower ones.
template <int bytes, typename T>
SHARDC_WIDEST void subtract_all(T *c, int64_t stride, int64_t rows, int width, const T *a,
                                const T *b, int64_t depth) {
  const int64_t done = subtract_rows<bytes>(c, stride, rows, width, a, b, depth);
  if constexpr (bytes > int(sizeof(T)))
    subtract_all<bytes / 2>(c + done, stride, rows - done, width, a + done, b, depth);
}

/// A row of a panel in registers of `bytes`.
template <int bytes, typename T>
SHARDC_WIDEST void solve_all(const T *l, int64_t stride, int rows, bool unit, T *x) {
  constexpr int kBytes = bytes < kPanel * int(sizeof(T)) ? bytes : kPanel * int(sizeof(T));
  constexpr int kCount = kPanel * int(sizeof(T)) / kBytes;
  using Numbers = Row<T, kBytes>;
  for (int k = 0; k < rows; ++k) {
    const T *column = l + k * stride;
    T *known = x + k * kPanel;
    for (int j = 0; j < kPanel && !unit; ++j)
      known[j] = ratio(known[j], column[k]);
    typename Numbers::Type left[kCount], sums[kCount];
    memcpy(left, known, sizeof left);
    for (int i = k + 1; i < rows; ++i) {
      memcpy(sums, x + i * kPanel, sizeof sums);
      for (int r = 0; r < kCount; ++r)
        Numbers::subtract(sums[r], left[r], reinterpret_cast<const PartOf<T> *>(column + i));
      memcpy(x + i * kPanel, sums, sizeof sums);
    }
  }
}

template <typename T>
struct SubtractedProduct {
  T *c;
  int64_t stride, rows;
  int width;
  const T *a, *b;
  int64_t depth;

  template <int bytes>
  SHARDC_WIDEST void run() const {
    subtract_all<bytes>(c, stride, rows, width, a, b, depth);
  }
};
template <typename T>
void subtract_product(OneThread, T *c, int64_t stride, int64_t rows, int width, const T *a,
                      PanelRows<T> b, int64_t depth) {
  if (depth > 0) by_widest(SubtractedProduct<T>{c, stride, rows, width, a, b.data, depth});
}

template <typename T>
struct SolvedRows {
  const T *l;
  int64_t stride;
  int rows;
  bool unit;
  T *x;

  template <int bytes>
  SHARDC_WIDEST void run() const {
    solve_all<bytes>(l, stride, rows, unit, x);
  }
};
template <typename T>
void solve_rows(OneThread, const T *l, int64_t stride, int rows, bool unit, PanelRows<T> x) {
  by_widest(SolvedRows<T>{l, stride, rows, unit, x.data});
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
