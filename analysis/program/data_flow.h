// SPDX-License-Identifier: Apache-2.0
// Loops and branches, as analysis sees them: edges along which values pass in and out of regions.
#pragma once

#include "frontend/ir/interfaces/trips.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"

namespace shardc {

/// Calls `visit` for every op of a block and of the regions that take turns in it, in order; an op
/// before those of its regions. Terminators are left out.
void forEachOp(mlir::Block &block, llvm::function_ref<void(mlir::Operation *)> visit);

/// Values that a loop carries without changing them, and results that are the same whatever branch
/// runs, are replaced by the value itself: the op keeps the position, and nobody uses it.
void shareUnchanged(mlir::Block &block);

/// What the values that are asked for need, as whole values: nothing is known of boxes.
class Liveness {
public:
  explicit Liveness(Pool &pool) : pool(pool) {}

  void need(mlir::Value value);
  bool isNeeded(mlir::Value value) const { return needed.contains(value); }
  /// Whether position `edge` of a loop or branch is needed, inside or after it.
  bool isNeeded(const DataFlowEdge &edge) const;

private:
  void open(DataFlowOp op);
  void followEdges(DataFlowOp op, mlir::Value target);
  void follow(mlir::Value value);

  Pool &pool;
  llvm::DenseSet<mlir::Value> needed;
  llvm::DenseSet<mlir::Operation *> opened; // loops and branches that have to run
  llvm::DenseMap<mlir::Value, SmallVector<mlir::Value, 2>> sources; // of targets of their edges
  SmallVector<mlir::Value, 16> next;
};

} // namespace shardc
