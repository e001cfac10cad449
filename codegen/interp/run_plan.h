// SPDX-License-Identifier: Apache-2.0
// Runs a plan on this machine, its shards in lock-step, by the reference evaluation.
#pragma once

#include "codegen/interp/interp.h"

#include <functional>

namespace shardc {

struct RunOptions {
  bool reversed = false;               // last shard first: shards do not depend on their order
  std::function<void()> stepDone = {}; // called when a shard has done a step
};

/// How often a run says that a step is done; none where only the run will tell.
std::optional<int64_t> countRunSteps(const Plan &plan);

/// Runs all shards of all functions and puts the outputs together. Every output starts as what no
/// program computes and every cell must be written once; in the collective mode again by replicas,
/// with the same bits. `inputs` are whole, one per input of the plan, of its types. A fault is a
/// bug of ours.
std::optional<Fault> runPlan(const Plan &plan, ArrayRef<HostTensor> inputs,
                             std::vector<HostTensor> &outputs, const RunOptions &options = {});

/// Bytes that this takes: inputs, outputs, and the buffers of shards that run together. Those of
/// the largest shard count for all.
double bytesToRun(const Plan &plan);

} // namespace shardc
