// SPDX-License-Identifier: Apache-2.0
// Why data has to move on a mesh: the short answer; `explain_mesh` has the long one.
#pragma once

#include "analysis/mesh/cause.h"
#include "analysis/mesh/partition.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// The op that a moved value is brought to: where a loop or branch passes it on, the first that
/// reads it there, in a trip or behind it. Null: it is an output.
mlir::Operation *readerOf(const Placed &moved);

/// What a value is called that has no name of its own.
using ValueName = llvm::function_ref<std::string(mlir::Value)>;

/// Why a moved value (by its number among the placed) moves: an op reduces over, or picks from,
/// what is split, or a user needs more of dimensions than devices hold.
Cause causeOf(const Propagation &propagation, const Partitioned &partitioned,
              mlir::func::FuncOp entry, int moved, ValueName nameOf);

} // namespace shardc
