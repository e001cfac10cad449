// SPDX-License-Identifier: Apache-2.0
// Runs a plan on this machine, its shards in lock-step: kernels by who is given, everything else by
// the reference evaluation.
#pragma once

#include "codegen/interp/interp.h"
#include "runtime/op.h"

#include <functional>

namespace shardc {

/// What a shard computes at once: a step, or those that are done together for a block of rows at a
/// time.
struct Launch {
  const Function &function;
  ArrayRef<Step> steps;
  ArrayRef<int64_t> coordinates, trips;        // of the shard; that the loops around have made
  llvm::MutableArrayRef<WindowData> windows;   // per buffer of the function
  const shardc_communicator *others = nullptr; // of a call that has one
};
/// Of a call that has a communicator each shard is computed on a thread of its own, at the same
/// time.
using Compute = std::function<std::optional<Fault>(const Launch &)>;

/// By the reference evaluation, step after step.
std::optional<Fault> interpretLaunch(const Launch &launch);
/// The intervals of a kernel's loops on a shard, and the trips.
Env envOf(const Kernel &kernel, const Launch &launch);

struct RunOptions {
  bool reversed = false;               // last shard first: shards do not depend on their order
  std::function<void()> stepDone = {}; // called when a shard has done a step
  Compute compute = interpretLaunch;
};

/// How often a run says that a step is done; none where only the run will tell.
std::optional<int64_t> countRunSteps(const Plan &plan);

/// Runs all shards of all functions and puts the outputs together. Every output starts as what no
/// program computes and every cell must be written once; in the collective mode again by replicas,
/// with the same bits. `inputs` are whole, one per input of the plan, of its types. A fault is a
/// bug of ours.
std::optional<Fault> runPlan(const Plan &plan, ArrayRef<HostTensor> inputs,
                             std::vector<HostTensor> &outputs, const RunOptions &options = {});

/// Bytes that this takes: inputs, outputs, and what is live of shards that run together. That of
/// the largest shard count for all.
double bytesToRun(const Plan &plan);

} // namespace shardc
