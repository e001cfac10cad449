// SPDX-License-Identifier: Apache-2.0
// A case on its way through the whole compiler, in memory.
#pragma once

#include "tests/fuzz/children.h"
#include "tests/fuzz/mutant.h"

namespace shardc::test {

/// How far cases of one kind came.
struct Reached {
  int64_t cases = 0, read = 0, planned = 0, onMesh = 0, onSlices = 0, run = 0, readAgain = 0;
};

/// Reads a program, takes a config for it, and what is accepted on to plan, check, reports, bundle,
/// a run beside the unsharded one where it is small, and back through its own text. What is wrong,
/// or "". The case is written to files that begin with `leave`, where that is not empty.
std::string throughAllStages(Dice &dice, const Mutant &mutant, const std::string &leave,
                             Progress &progress, Reached &reached);

} // namespace shardc::test
