// SPDX-License-Identifier: Apache-2.0
// Kernels that are a product as BLAS knows them: matrices by their strides, a batch of them, and an
// epilogue.
#pragma once

#include "codegen/kernel/forms/library/amounts.h"
#include "codegen/kernel/forms/library/epilogue.h"

namespace shardc {

/// A loop: how many indices, and what each tensor moves by.
struct ProductLoop {
  Amount count, left, right, result, added = {0}, bias = {0};
};

/// Operands by number, and where each begins. One of the two strides of each matrix is 1; the
/// result's is that of its columns.
struct MatrixProduct {
  int left = 0, right = 0;
  ElementType factors, sum;
  ProductLoop rows, columns, terms;
  SmallVector<ProductLoop, 2> batches;
  Offset leftAt, rightAt, resultAt;
  Epilogue epilogue; // `added` and `bias` by where these begin; columns have a bias each
  Offset addedAt, biasAt;
};
/// None where the kernel is something else, or too small for a call to pay.
std::optional<MatrixProduct> matrixProductOf(const KernelView &view);

} // namespace shardc
