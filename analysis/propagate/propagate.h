// SPDX-License-Identifier: Apache-2.0
// Every value gets a sharding, and every axis on it a reason.
#pragma once

#include "analysis/program/normalise.h"
#include "analysis/propagate/flow_graph.h"
#include "analysis/propagate/shardings.h"
#include "frontend/machine.h"

namespace shardc {

/// Why a dimension has axes: an op brought them from another value, or the user gave them.
struct ShardingReason {
  int64_t dimension;
  AxisList axes;                            // that came with it
  mlir::Operation *op = nullptr;            // null: the user
  mlir::Value from = {};                    // of `op`; null where an output gave them
  std::optional<size_t> output = {};        // then: which
  std::optional<mlir::Location> given = {}; // the user's line
};

/// A dimension of a value got axes. Kept short, as there is one for most values: reasons are read
/// off it when somebody asks.
struct ShardingGrowth {
  ShardingId before, after;
  int dimension;
  int from; // the number of a value; -1: unknown
  mlir::Operation *op;
  int earlier; // growth of the same value; -1: none
};

struct Propagation {
  Mesh mesh;
  ShardingTable table;
  FlowValues values;
  std::vector<ShardingId> lies;    // per value
  std::vector<ShardingId> outputs; // what is returned

  std::vector<ShardingGrowth> growth;
  std::vector<int> latest;                 // growth per value; -1: none
  llvm::DenseMap<int, UserSharding> given; // by value

  /// Fully open where a value has none.
  Sharding sharding(mlir::Value value) const;
  /// A constant, or what is computed from constants alone without a reduction: such values are made
  /// where they are needed, so no sharding flows through them.
  bool isConstantLike(mlir::Value value) const { return !values.numbers.contains(value); }

  /// In the order in which they came; none for constants.
  SmallVector<ShardingReason, 1> reasons(mlir::Value value) const;
  SmallVector<ShardingReason, 1> outputReasons(size_t output) const;
};

/// The stage: the user's shardings and annotations carried through every op, both ways, to a fix
/// point; by the user's priorities first, then by Shardy's op priorities. Then what algorithms need
/// whole may be split along other dimensions instead, where that costs `machine` less. Fails where
/// an annotation does not fit its value (reported).
std::optional<Propagation> propagate(mlir::ModuleOp program, const Config &config, OpRules &rules,
                                     const Machine &machine);

/// The program with shardings as `sdy.sharding` attributes.
std::string propagatedText(mlir::ModuleOp program, const Propagation &propagation);

} // namespace shardc
