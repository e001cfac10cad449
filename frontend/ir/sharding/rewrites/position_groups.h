// SPDX-License-Identifier: Apache-2.0
// Groups of collectives in a program of one position: numbers of positions, whatever they are
// called.
#pragma once

#include "frontend/ir/sharding/rewrites/map_program.h"

namespace shardc {

/// Makes groups of replicas or partitions, which number the map's positions, groups of the numbers
/// that its manual computation has, and the number of a replica that of a partition. Reports what
/// has no such groups.
mlir::LogicalResult numberPositions(mlir::ModuleOp program, const ProgramMap &map);

} // namespace shardc
