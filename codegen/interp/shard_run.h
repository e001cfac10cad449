// SPDX-License-Identifier: Apache-2.0
// One shard of a function that runs: its memory, what goes into it and what comes out.
#pragma once

#include "codegen/interp/move.h"
#include "codegen/interp/run_plan.h"

namespace shardc {

/// The outputs, put together from the shards' boxes.
struct Outputs {
  std::vector<HostTensor> &tensors;
  std::vector<std::vector<uint8_t>> written; // whether, per element
  bool replicas;                             // may write an element again, with the same bits
};

/// Gives a window room for all of its elements; those that are new are zero.
void takeMemory(WindowData &window);

/// A buffer has memory from the step that uses it first to the last one: what the plan says is live
/// is all that a run takes. A step that uses a buffer without memory does so in bundles, too.
class ShardRun {
public:
  ShardRun(const Plan &plan, const Function &function, int64_t number);

  void load(ArrayRef<HostTensor> inputs);
  /// For the steps below `next`, as the tree is read; of those before, what is taken is there.
  void takeMemoryUpTo(int64_t next);
  void freeMemoryUpTo(int64_t next);

  /// `trips`: that the loops around have made.
  std::optional<Fault> compute(const Compute &compute, ArrayRef<Step> steps,
                               ArrayRef<int64_t> trips,
                               const shardc_communicator *others = nullptr);
  std::optional<Fault> swap(const Step &step);
  /// What a decider says: an i1 or i32.
  int32_t number(int buffer) const;

  Member memberOf(const Collective &collective, const Step &step);
  /// Of an output that is left unreduced, to be combined where it lies.
  Member memberOf(size_t buffer);
  std::optional<Fault> store(Outputs &outputs) const;

private:
  Box boxOf(const Buffer &buffer) const;
  void give(const Buffer &buffer, WindowData &window, const std::vector<char> &whole) const;
  void fill(const Buffer &buffer, WindowData &window, const std::vector<char> &whole) const;
  std::optional<Fault> put(const Buffer &buffer, const WindowData &window, Outputs &outputs) const;

  const Plan &plan;
  const Function &function;
  SmallVector<int64_t, 4> coordinates;
  std::vector<WindowData> windows;
  std::vector<int> byFirst, byLast; // buffers that come and go, in the order in which they do
  size_t taken = 0, freed = 0;      // of these
};

} // namespace shardc
