// SPDX-License-Identifier: Apache-2.0
// Which parts of an expression are computed whenever it is. Of a choice that is the condition
// alone, unless an arm has a reduction that some loop of the condition does not change, as the sum
// of a row where elements of the row are masked: left to the arm, it would be computed for every
// element.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

/// Choices of which both arms are computed, and may be: all that they read is there.
llvm::DenseSet<Expr> wholeChoicesOf(const KernelView &view);

/// And those of which both may be computed, as vectors are: no arm has a reduction.
llvm::DenseSet<Expr> choicesInVectors(const KernelView &view);

/// And those with reductions that threads may share out, of no products: on a condition each would
/// be one thread's.
llvm::DenseSet<Expr> choicesOfTeams(const KernelView &view);

/// Whether `e` is a choice that computes one arm alone.
bool isBranch(const KernelView &view, Expr e);

/// Of what `e` is made of, what is computed in any case: no loops that are only named.
ArrayRef<Expr> computedParts(const KernelView &view, Expr e);

} // namespace shardc
