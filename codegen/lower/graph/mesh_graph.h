// SPDX-License-Identifier: Apache-2.0
// The graph of a program on a mesh: placed values become its values.
#pragma once

#include "analysis/mesh/partition.h"
#include "codegen/lower/graph/graph.h"
#include "codegen/lower/text/program_text.h"

namespace shardc {

/// Outputs are named as the plan's are; constants are numbered in the plan.
Graph graphOf(mlir::func::FuncOp entry, const Propagation &propagation,
              const Partitioned &partitioned, ProgramText &text, Plan &plan);

} // namespace shardc
