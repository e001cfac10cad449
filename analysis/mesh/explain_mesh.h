// SPDX-License-Identifier: Apache-2.0
// The answer to "why" on a mesh: chains from a value's axes, or from data that moves, back to lines
// of the input.
#pragma once

#include "analysis/mesh/partition.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <functional>

namespace shardc {

/// Writes the sharding of the value of a name. Null: as "[data, -]".
using ShardingWriter = std::function<std::string(llvm::StringRef name, const Sharding &sharding)>;

/// Why a value lies as it does: for each dimension where its axes come from, op by op, up to the
/// line that gave them. A writer writes the whole sharding first.
std::string explainOnMesh(const Propagation &propagation, mlir::func::FuncOp entry,
                          mlir::Value value, const ShardingWriter &writer = nullptr);

/// The same for an output of the program, which may lie otherwise than the value that is returned.
std::string explainOutputOnMesh(const Propagation &propagation, mlir::func::FuncOp entry,
                                unsigned output, const ShardingWriter &writer = nullptr);

/// Why data moves: "c3: " and the reason that the plan has for it, how many bytes, what is held,
/// what is needed and by what, and the chains of both sides. A chain is told in a line as far as it
/// does not branch: where it begins, and the ops on the way. `number` counts moved values in order:
/// that is the number of `c3`. Empty if there is none.
std::string explainMove(const Propagation &propagation, const Partitioned &partitioned,
                        mlir::func::FuncOp entry, int number, llvm::StringRef reason,
                        const ShardingWriter &writer = nullptr);

} // namespace shardc
