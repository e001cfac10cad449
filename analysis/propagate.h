// SPDX-License-Identifier: Apache-2.0
// Every value gets a sharding, and every axis on it a reason.
#pragma once

#include "analysis/op_rules.h"
#include "analysis/shardings.h"
#include "analysis/stage.h"

#include "llvm/ADT/DenseMap.h"

namespace shardc {

/// Why a dimension has axes: an op brought them from another value, or the user gave them.
struct ShardingReason {
  int64_t dimension;
  AxisList axes;                       // that came with it
  mlir::Operation *op = nullptr;       // null: the user
  mlir::Value from;                    // of `op`; null where an output gave them
  std::optional<mlir::Location> given; // the user's line
};

struct Propagation {
  Mesh mesh;
  ShardingTable table;
  llvm::DenseMap<mlir::Value, ShardingId> of; // constants have none
  std::vector<ShardingId> outputs;            // what is returned
  llvm::DenseMap<mlir::Value, SmallVector<ShardingReason, 1>> reasons;
  std::vector<SmallVector<ShardingReason, 1>> outputReasons;

  /// Fully open where a value has none.
  Sharding sharding(mlir::Value value) const;
  /// A constant, or what is computed from constants alone without a reduction: such values are made
  /// where they are needed, so no sharding flows through them.
  bool isConstantLike(mlir::Value value) const { return !of.contains(value); }
};

/// The stage: the user's shardings and annotations carried through every op, both ways, to a fix
/// point; by the user's priorities first, then by Shardy's op priorities. Fails where an annotation
/// does not fit its value (reported).
std::optional<Propagation> propagate(mlir::ModuleOp program, const Config &config, OpRules &rules);

/// The program with shardings as `sdy.sharding` attributes.
std::string propagatedText(mlir::ModuleOp program, const Propagation &propagation);

} // namespace shardc
