// SPDX-License-Identifier: Apache-2.0
// The constructors of digits and bounds, given what is known of the ranges of indices: the whole
// extents of loops (expr::digit, expr::within), or an environment (simplify).
#pragma once

#include "frontend/ir/formula/bounds/bounds.h"

namespace shardc {

using RangeOf = llvm::function_ref<Interval(Expr)>;

/// The range of an index over whole loops.
Interval wholeRange(Expr index);

/// expr::digit, where indices lie in `range`.
Expr digitWhere(Expr e, int64_t unit, int64_t size, RangeOf range);
/// expr::within, where indices lie in `range`.
Expr withinWhere(Expr e, int64_t lo, int64_t hi, RangeOf range);

/// A scalar that is an index, exactly (no wrap around): a cast that fits its integer type, or an
/// integer literal. Null where it is not.
Expr indexOf(Expr scalar);

/// Calls `look` on all that the indices are sums, digits and picks of, themselves included, each
/// once.
void forEachPart(ArrayRef<Expr> indices, llvm::function_ref<void(Expr)> look);

/// Terms in the order for people: what is added before what is subtracted, "i - 3*r".
void putAddedFirst(SmallVectorImpl<Term> &terms);

bool isConstant(Expr index);
bool isLiteral(Expr scalar, double value);

} // namespace shardc
