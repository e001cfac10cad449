// SPDX-License-Identifier: Apache-2.0
// Formulas that are a sum of products with an epilogue, which libraries do at once.
#pragma once

#include "codegen/kernel/forms/library/bare_product.h"
#include "runtime/libraries/product.h"

namespace shardc {

/// result = activation(scale * sum + share * added + bias), but for rounding. Loads are of the
/// result's type, and lie along its innermost loop.
struct Epilogue {
  double scale = 1, share = 0;
  Expr added = nullptr; // an element for each of the result's
  Expr bias = nullptr;  // an element for each of what is innermost, rows or columns
  runtime::Activation activation = runtime::Activation::none;

  bool isNothing() const {
    return scale == 1 && !added && !bias && activation == runtime::Activation::none;
  }
};

struct ProductWithEpilogue {
  BareProduct product;
  Epilogue epilogue;
};
/// One of nothing for a bare product.
std::optional<ProductWithEpilogue> productWithEpilogue(const Formula &formula);

} // namespace shardc
