// SPDX-License-Identifier: Apache-2.0
// Kernels that make results of one reduction are one kernel.
#pragma once

#include "codegen/lower/fusion/joined.h"

namespace shardc {

/// Finds siblings: kernels in which elements of one reduction of several values, as of the largest
/// number and where it is, are computed, over the same operands.
class Siblings {
public:
  Siblings(const Graph &graph, const Machine &machine) : graph(graph), machine(machine) {}

  /// Joins each kernel with the first sibling before it that computes the same elements and after
  /// which nothing comes that it reads: so the reduction is done once. Left alone are kernels that
  /// compute into cells or have a loop or branch between them, parts of sums that devices split,
  /// and those that together would be more than people read. The formulas live as long as this.
  void join(std::vector<PlacedKernel> &kernels);

  /// Where kernels that were not joined have results of one op in them: values that are to be
  /// computed into memory, so that the op is done once. None where doing it again takes less time.
  std::vector<int> toKeepApart(ArrayRef<PlacedKernel> kernels) const;

private:
  struct Makers;
  bool mayJoin(const PlacedKernel &kernel) const;
  bool mayMove(const PlacedKernel &kernel, const PlacedKernel &before) const;
  bool joins(PlacedKernel &first, const PlacedKernel &next);
  bool isWorthIt(const Makers &makers, ArrayRef<int> apart) const;

  const Graph &graph;
  const Machine &machine;
  std::deque<KernelBody> bodies;
};

} // namespace shardc
