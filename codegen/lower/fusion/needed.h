// SPDX-License-Identifier: Apache-2.0
// What outputs need of a graph, once formulas are simplified and may read less than their ops.
#pragma once

#include "codegen/lower/kernels/part_kernel.h"

#include <set>

namespace shardc {

/// A part that is computed, and what that reads.
struct PartReads {
  PartRef part;
  ArrayRef<PartRef> reads;
};

struct Needed {
  std::set<PartRef> parts;
  std::set<int> controls;
};

/// Follows `outputs` back through what computes them, round loops and into branches.
Needed neededFor(const Graph &graph, ArrayRef<PartRef> outputs, ArrayRef<PartReads> computed);

} // namespace shardc
