// SPDX-License-Identifier: Apache-2.0
// The graph of a function whose shards are independent.
#pragma once

#include "analysis/slices/independent.h"
#include "codegen/lower/graph/graph.h"
#include "codegen/lower/text/program_text.h"

namespace shardc {

/// Of the program only what the function needs is looked at. Outputs are named as the plan's are;
/// constants are numbered in the plan.
Graph graphOf(mlir::func::FuncOp entry, const ShardFunction &function, ProgramText &text,
              Plan &plan, PlanConstants &constants);

} // namespace shardc
