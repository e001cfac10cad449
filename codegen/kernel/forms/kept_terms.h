// SPDX-License-Identifier: Apache-2.0
// Terms of a row's sum that a reduction after it computes again, as the product with a softmax's
// values does: on CPUs they stay in an array, and are computed once.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

struct KeptTerms {
  Expr reduce = nullptr; // whose values they are
  Expr later = nullptr;  // what the later reduction has in their place
  int loop = 0;          // which that one counts them by
};

/// Of a reduction over one loop, whose values are kept for one of `others`; nothing where none
/// of these computes them, in the same order on every shard, or where they are too many.
std::optional<KeptTerms> keptTermsOf(const KernelView &view, Expr reduce, ArrayRef<Expr> others);

} // namespace shardc
