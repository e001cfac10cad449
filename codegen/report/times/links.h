// SPDX-License-Identifier: Apache-2.0
// How long a collective takes by itself. What goes from where to where is worked out as in a run
// (runtime/collectives/parcels.h), for units that send and receive by themselves: a GPU, or on CPUs
// all that a host has.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::facts {

/// How long it takes a unit: its own time, in which it computes nothing, and time in which it may.
/// A GPU has streams for both.
struct Taken {
  double own = 0, links = 0;
  double all() const { return own + links; }
};

/// What the unit that takes longest receives [bytes], and how long it takes.
struct Cost {
  double received = 0;
  Taken taken;
};

/// By messages between units; sums keep their order.
Cost costByMessages(const Plan &plan, const Function &function, const Step &step);
/// Of a sum between GPUs by ncclAllReduce or ncclReduceScatter. None where NCCL has none for it: of
/// other types, of parts that are uneven, between devices that share a GPU.
std::optional<Cost> costByNccl(const Plan &plan, const Function &function, const Step &step);

} // namespace shardc::facts
