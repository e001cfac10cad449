// SPDX-License-Identifier: Apache-2.0
// What a program takes as it is placed, so that several ways to place it can be compared before any
// of them is lowered.
#pragma once

#include "analysis/mesh/partition.h"
#include "frontend/machine.h"

namespace shardc {

/// Of one run, loops counted; where nobody knows how often a loop runs, once. A run takes one body
/// of a branch: the one with most counts.
struct PlacedCost {
  double bytes = 0;      // that a device receives, mean over devices
  double seconds = 0;    // of moves, and of work on a device that does most; nothing at once
  double allSeconds = 0; // the same, of a branch in all bodies
  int moves = 0;         // in the program, each counted once
};

/// Of all that outputs depend on.
PlacedCost costOf(const Partitioned &partitioned, const Machine &machine);

/// Of two sums of the same numbers in any order neither is less.
bool isLess(double a, double b);

} // namespace shardc
