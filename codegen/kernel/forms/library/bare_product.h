// SPDX-License-Identifier: Apache-2.0
// Formulas that are a sum of products and nothing else: what libraries know.
#pragma once

#include "frontend/ir/formula/formula.h"

#include <optional>

namespace shardc {

/// result = sum over the terms of left * right, from zero. Each loop is of one list, after what
/// uses it.
struct BareProduct {
  Expr left, right;                // loads
  SmallVector<Expr, 4> where;      // where one of these does not hold, the left factor is zero
  SmallVector<Expr, 4> whereRight; // ... and the right one, where the left one is, too
  ElementType sum;                 // what is added up in
  SmallVector<int, 4> batches;     // both factors and the result
  SmallVector<int, 4> rows;        // the left factor and the result
  SmallVector<int, 4> columns;     // the right factor and the result
  SmallVector<int, 4> terms;       // both factors, and not the result
};
std::optional<BareProduct> bareProductOf(const Formula &formula);
/// What an item of a reduction is, by how a formula's one result uses its loops.
std::optional<BareProduct> productOf(const Formula &formula, Expr item);

/// Whether it goes over places of the left factor, as convolutions do: an index is more than a
/// loop, or there are conditions.
bool hasPlaces(const BareProduct &product);

} // namespace shardc
