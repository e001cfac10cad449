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

/// What is neighbours in an equal part of a loop.
enum class PartsOf : uint8_t {
  neighbours, // part p has a run of indices
  all,        // each part-th index: parts are neighbours
};
/// A reduction over so many equal parts of its first loop, and over one of them, in place of that:
/// these two are added to the formula's loops, the first one by this name. The bits are those of
/// the reduction, if that may be grouped so; of a sum if parts are neighbours and have equally many
/// leaves.
Expr inParts(Formula &formula, Expr reduce, int64_t parts, const std::string &name,
             PartsOf of = PartsOf::neighbours);

/// The same by the cut rule, where some parts have an index less than others, and end with what
/// changes nothing: of a sum its leaves, or of what may be grouped freely and has such a number.
Expr inUnequalParts(Formula &formula, Expr reduce, int64_t parts, const std::string &name);

/// The same of what gives the same bits however it is grouped, and however often a term is
/// repeated: all parts are as long, and share indices with their neighbours where the loop cannot
/// be cut so.
Expr inLappingParts(Formula &formula, Expr reduce, int64_t parts, const std::string &name);

/// A sum whose first loop `devices` share by the cut rule: over devices, over so many equal parts,
/// as leaves are cut, and over one of these; three loops in place of the first one, of which the
/// first two are called `name`_share and `name`_part. What another device has of a part is nothing
/// here, so each device has the bits of what it had.
Expr inShares(Formula &formula, Expr reduce, int64_t devices, int64_t parts,
              const std::string &name);

/// Gives reductions the first loops that they can have, so that equal reductions over different
/// loops become one, and no reduction is over a loop of one around it. Loops that results or picks
/// use are left alone.
void mergeReductions(Formula &formula);

} // namespace shardc
