// SPDX-License-Identifier: Apache-2.0
// Reductions of which a thread of a GPU has several neighbouring results, whose terms lie side by
// side in memory, too: so they are read at once, as those of a window over rows of channels are.
#pragma once

#include "codegen/kernel/view/nest.h"

namespace shardc {

struct NeighbourTerms {
  /// What is read of all neighbours at once, or is zeros for them where it is not there: `value`
  /// stands for the load, or for that choice.
  struct Read {
    Expr load, value;
    Expr where = nullptr; // null: always
  };
  Expr reduce;
  SmallVector<Read, 2> reads;

  bool has(Expr load) const;
};

/// The kernel's one reduction, over terms of which `width` neighbours along a loop of results are
/// read at once, or are the same for all; none where it has leaves, several values, or a condition
/// that differs between neighbours.
std::optional<NeighbourTerms> neighbourTermsOf(const KernelView &view, int along, int64_t width);

} // namespace shardc
