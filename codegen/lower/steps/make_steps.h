// SPDX-License-Identifier: Apache-2.0
// From placed kernels to the buffers, kernels and steps of a function.
#pragma once

#include "codegen/lower/fusion/place_kernels.h"

namespace shardc {

/// A step that computes, and how often it is done in a call.
struct ComputedStep {
  int kernel;
  const SmallVector<const Fusion *, 1> *fusions;
  std::string label;
  double times;
};

/// Parts that are read or written become buffers, and the regions of the graph become a tree of
/// steps, numbered "2", "2.1". Returns the steps that compute, in
/// order; they point into `placed`.
std::vector<ComputedStep> makeSteps(const Graph &graph, const PlacedKernels &placed,
                                    Function &function);

} // namespace shardc
