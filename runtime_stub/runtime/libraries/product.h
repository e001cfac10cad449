// SPDX-License-Identifier: Apache-2.0
// Products as libraries are asked for them: loops, of which each tensor says how far it moves.
#pragma once

#include "runtime/namespace.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// How many indices, and how many elements apart neighbours are in the left factor, the right one
/// and the result, and in tensors of an epilogue; 0: the tensor has no such loop.
struct ProductLoop {
  int64_t count, left, right, result, added = 0, bias = 0;
};

/// result = sum over the terms of left * right, for all rows and columns and for each of a batch.
/// Of each factor one of the two strides is 1; so is that of the result's columns.
struct Product {
  ProductLoop rows, columns, terms;
  std::vector<ProductLoop> batches = {};
};

/// gelu: by its formula with tanh, x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))).
enum class Activation : uint8_t { none, relu, gelu };

/// What becomes of the sums: activation(scale * sum + share * added + bias). What is added may be
/// the result's own memory; columns have a bias each.
struct Epilogue {
  double scale = 1, share = 0;
  const void *added = nullptr, *bias = nullptr;
  Activation activation = Activation::none;
};

/// Whether there is nothing to do.
inline bool is_empty(const Product &product) {
  for (const ProductLoop &loop : product.batches)
    if (loop.count == 0) return true;
  return product.rows.count == 0 || product.columns.count == 0;
}

/// A matrix with its columns side by side, of `rows` by `columns` elements by these steps: as it
/// is, or what is to be transposed; and the step from one column to the next.
struct ColumnMajor {
  bool is_transposed;
  int64_t leading;

  constexpr ColumnMajor(int64_t rows, int64_t row_step, int64_t columns, int64_t column_step)
      : is_transposed(row_step != 1 && (rows != 1 || column_step == 1)),
        leading(std::max({is_transposed ? row_step : column_step, is_transposed ? columns : rows,
                          int64_t(1)})) {}
};

/// A product as libraries see it that have columns side by side: the transpose of everything, so
/// the factors exchanged.
struct ColumnMajorProduct {
  int64_t rows, columns, terms;
  ColumnMajor right, left;
  int64_t leading; // of the result

  constexpr explicit ColumnMajorProduct(const Product &product)
      : rows(product.columns.count), columns(product.rows.count), terms(product.terms.count),
        right(rows, product.columns.right, terms, product.terms.right),
        left(terms, product.terms.left, columns, product.rows.left),
        leading(std::max({product.rows.result, rows, int64_t(1)})) {}
};

/// Where a product of a batch begins in each tensor.
struct ProductOffsets {
  int64_t left = 0, right = 0, result = 0, added = 0, bias = 0;

  ProductOffsets after(const ProductLoop &loop, int64_t index) const {
    return {left + index * loop.left, right + index * loop.right, result + index * loop.result,
            added + index * loop.added, bias + index * loop.bias};
  }
};

/// Calls `one` with the offsets of each of a batch.
template <typename One>
void for_each_of_batch(const std::vector<ProductLoop> &loops, const One &one, size_t depth = 0,
                       const ProductOffsets &at = {}) {
  if (depth == loops.size()) return one(at);
  for (int64_t i = 0; i < loops[depth].count; ++i)
    for_each_of_batch(loops, one, depth + 1, at.after(loops[depth], i));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
