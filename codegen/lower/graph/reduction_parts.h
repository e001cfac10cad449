// SPDX-License-Identifier: Apache-2.0
// The parts that the first loop of a reduction may be cut into, of which each is reduced by itself.
#pragma once

#include "codegen/lower/graph/graph.h"
#include "codegen/lower/graph/reduction_effort.h"
#include "frontend/ir/formula/rewriting/loops.h"

namespace shardc {

/// Of a loop: equal ones, or by the cut rule, as a sum's leaves are; those of devices' shares,
/// which may end within one.
struct Parts {
  int64_t count = 1;
  bool areEqual = true;
  bool lap = false;    // they are equal, and have indices that their neighbours have
  int64_t devices = 0; // that have shares of the loop, which may end within a part

  /// How many of them a device has.
  int64_t ofDevice() const { return devices > 0 ? count / devices : count; }
  /// Loops that stand for them.
  size_t loops() const { return devices > 0 ? 2 : 1; }
};

/// The parts that take the least time, and give the same bits; one: it stays whole.
Parts partsOf(const Graph &graph, const Formula &formula, const ReduceView &reduce,
              const Effort &effort, bool isGpu);
/// The reduction over parts, and then over the indices of each; which these are where they are
/// equal is said by `of`.
Expr inParts(Formula &formula, Expr reduce, const Parts &parts, PartsOf of);

} // namespace shardc
