// SPDX-License-Identifier: Apache-2.0
// Values that pass in and out of regions: what DataFlowOp speaks of.
#pragma once

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace shardc {

/// One position that is carried: every target is, at different times, each of the sources.
struct DataFlowEdge {
  llvm::SmallVector<mlir::Value, 2> sources, targets;
};

/// How regions take turns.
enum class Turns : uint8_t {
  loop,  // region 0 says whether region 1 runs once more, and so on
  branch // one region runs: an i1 picks region 0 where it is true, else 1; a number that is no
         // region's picks the last one
};

/// For the interface: regions are whole, and all values of an edge have one type.
mlir::LogicalResult verifyDataFlow(mlir::Operation *op);
/// Results of type `none` take the type of what flows into them.
mlir::LogicalResult inferFlowTypes(mlir::Operation *op);
/// Arguments of one edge are called alike, since text has one name for them.
void nameAlike(mlir::Operation *op);

} // namespace shardc
