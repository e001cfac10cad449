// SPDX-License-Identifier: Apache-2.0
// From fusions to kernels, buffers and steps of a function.
#pragma once

#include "codegen/lower/lower.h"
#include "codegen/lower/work_tally.h"

namespace shardc {

/// Fills in buffers, kernels, steps and memory of `function`, whose coordinates are set. Windows of
/// loads are parts of the values that hold what is read on every shard; values whose users' reads
/// are in no part of theirs are computed into memory. What the kernels execute goes into `tally`.
void schedule(const Graph &graph, Function &function, const LowerOptions &options,
              WorkTally &tally);

} // namespace shardc
