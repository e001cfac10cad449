// SPDX-License-Identifier: Apache-2.0
// The passes from the graph of a function to its place in the plan, whatever mode filled it.
#pragma once

#include "codegen/lower/graph/graph.h"
#include "codegen/lower/kernels/work_tally.h"
#include "codegen/lower/lower.h"

namespace shardc {

/// Fills in buffers, kernels, steps and memory of the plan's last function, whose coordinates are
/// set. What its kernels execute goes into `tally`.
void lowerGraph(Graph graph, Plan &plan, const LowerOptions &options, WorkTally &tally);

/// What is named, numbered and donated once all functions are there. `text` is the program.
void finishPlan(Plan &plan, std::string text);

} // namespace shardc
