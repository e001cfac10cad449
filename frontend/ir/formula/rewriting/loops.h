// SPDX-License-Identifier: Apache-2.0
// Renaming the loops of whole formulas.
#pragma once

#include "frontend/ir/formula/rewriting/rewrite.h"

namespace shardc {

/// Calls `look` on every expression of the formula, once, parts before wholes.
void forEachExpr(const Formula &formula, llvm::function_ref<void(Expr)> look);
/// Rewrites all indices and values.
void rewriteFormula(Formula &formula, llvm::function_ref<Expr(Expr)> leaf, Memo &memo);

/// `e` with other loops for those that it uses and does not bind: to[k] for loop k, null: itself.
Expr renameLoops(Expr e, ArrayRef<Expr> to);

/// Gives reductions the first loops that they can have, so that equal reductions over different
/// loops become one, and no reduction is over a loop of one around it. Loops that results or picks
/// use are left alone.
void mergeReductions(Formula &formula);

} // namespace shardc
