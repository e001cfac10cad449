// SPDX-License-Identifier: Apache-2.0
// Which values of a graph are computed together.
#pragma once

#include "codegen/lower/graph/graph.h"
#include "frontend/machine.h"

namespace shardc {

/// A value that is computed into memory, with what has been substituted into its formula.
struct Fusion {
  int value;
  Formula formula;
  std::vector<int> operands; // values in memory, one per operand of the formula
  std::vector<int> members;  // values computed by it, ascending: itself last
  bool isAttention = false;  // in one kernel, with sums in an order of its own
};

/// `producer` substituted for every operand of `user` that is its value.
Fusion inlined(const Fusion &user, const Fusion &producer);
/// Those that are not gone into others, in their order.
std::vector<Fusion> remaining(std::vector<Fusion> fusions, const std::vector<bool> &gone);

/// Which values are substituted into their users and which are computed into memory. A value is
/// substituted where repeating its work takes the machine less time than writing and reading it,
/// equal reductions being done once, outside the loops that they do not use; `apart` lists values
/// that must not be. Nothing that reads memory is substituted into another region.
std::vector<Fusion> fuse(const Graph &graph, const Machine &machine, ArrayRef<bool> apart);

/// All that some fusions compute, ascending, each value once.
std::vector<int> membersOf(ArrayRef<const Fusion *> fusions);

/// Whether people would read it as one kernel, and the analysis of its conditions is quick.
bool isReadable(const Formula &formula);

} // namespace shardc
