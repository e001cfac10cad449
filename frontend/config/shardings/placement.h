// SPDX-License-Identifier: Apache-2.0
// Inputs and outputs that lie in one way outside of the program and in another inside of it.
#pragma once

#include "frontend/config/tensor.h"
#include "frontend/ir/sharding/algebra/sharding.h"
#include "frontend/json/document/document.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace shardc::config {

/// The shardings of an entry.
struct Placements {
  json::Value outside;               // as an input arrives, or an output leaves
  std::optional<json::Value> inside; // as an input is used, or an output is made; none: the same
};

/// Whether an entry has a placement outside or inside of the program.
bool hasPlacements(json::Value entry);
/// The shardings in an entry, for those who only look: the entry, or {"arrives", "used"} of an
/// input and {"made", "leaves"} of an output.
llvm::SmallVector<json::Value, 2> shardingsIn(json::Value entry);

/// What an entry of a tensor says. Reports placements that are not its, that lack their other half,
/// and what stands beside them.
std::optional<Placements> readPlacements(json::Value entry, const Tensor &tensor);

/// Has all of the program use an input as `sharding` says, however it arrives; the value that it
/// uses.
mlir::Value useInputAs(mlir::func::FuncOp entry, unsigned input, mlir::Attribute sharding,
                       mlir::Location loc);
/// Has an output made as `sharding` says, however it leaves; the value that is made.
mlir::Value makeOutputAs(mlir::func::FuncOp entry, unsigned output, mlir::Attribute sharding,
                         mlir::Location loc);

} // namespace shardc::config
