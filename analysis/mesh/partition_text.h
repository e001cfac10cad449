// SPDX-License-Identifier: Apache-2.0
// What devices hold and move, as text: what `--to=reshard` prints.
#pragma once

#include "analysis/mesh/partition.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// A line per placed value, in order: "%4 'y' = all_reduce %3 over model, 384 bytes : [data, -]".
/// Loops and branches indent what is in them.
std::string partitionText(const Propagation &propagation, const Partitioned &partitioned,
                          mlir::func::FuncOp entry);

} // namespace shardc
