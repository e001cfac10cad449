// SPDX-License-Identifier: Apache-2.0
// What a reduction takes of a machine, whole or in parts: a rough figure, before there are kernels.
#pragma once

#include "codegen/lower/graph/graph.h"
#include "frontend/machine.h"

namespace shardc {

/// Of a device.
struct Effort {
  explicit Effort(const Machine &machine) : machine(machine) {}

  double seconds = 0;      // of one kernel, with all of the machine
  double alone = 0;        // of a thread that has all terms of a result; 0: threads share them
  double waited = 0;       // for terms that a thread of a column adds one after the other,
  double waitedInside = 0; // and if the loops outside are another kernel's
  double blocks = 0;       // of threads; of a CPU, what threads may take apart from each other
  bool isProduct = false;
  double resultBytes = 0;

  /// Seconds of one kernel, or of two where there are several parts.
  double inParts(int64_t parts) const;

  /// Whether threads share what there is of a CPU's kernel, or a thread alone is as fast.
  bool isSharedAsItIs() const;

private:
  double ofParts(double count) const;
  double ofChunks(double count) const;

  const Machine &machine;
};

/// Whether a thread has all of a result's terms: teams reduce by one function alone.
bool isOfThreads(const ReduceView &reduce);
/// Whether what is reduced has neighbours in memory along a loop.
bool readsAlong(const ReduceView &reduce, Expr loop);
/// Of a value that is this reduction, of whose loops so many may be outside.
Effort effortOf(const Graph &graph, const GraphValue &value, const ReduceView &reduce,
                size_t outside, const Machine &machine);

} // namespace shardc
