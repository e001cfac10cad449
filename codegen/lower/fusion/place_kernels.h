// SPDX-License-Identifier: Apache-2.0
// Which values of a graph are computed into memory, and by what kernels.
#pragma once

#include "codegen/lower/fusion/needed.h"
#include "codegen/lower/fusion/same_elements.h"
#include "codegen/lower/fusion/siblings.h"
#include "codegen/lower/lower.h"

#include <memory>

namespace shardc {

/// The kernels of a function, by value; formulas and fusions live as long as this.
struct PlacedKernels {
  std::vector<PlacedKernel> kernels;
  Needed needed;

  std::vector<Fusion> fusions;
  std::unique_ptr<PartKernels> partKernels;
  std::unique_ptr<Siblings> siblings;
  MadeByJoining joined;
};

/// Windows of loads are parts of the values that hold what is read on every shard; values whose
/// users' reads are in no part of theirs are computed into memory. `graph` and `options` outlive
/// what is returned.
PlacedKernels placeKernels(const Graph &graph, const LowerOptions &options, bool fusesAttention);

/// Where a part is in memory: in its own, or a cell's.
PartRef homeOf(const Graph &graph, PartRef part);

/// The part of an output that holds the output's boxes, if one does: it is the output.
const GraphPart *outputPart(const GraphValue &value);

} // namespace shardc
