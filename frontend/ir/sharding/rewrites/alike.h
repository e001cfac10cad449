// SPDX-License-Identifier: Apache-2.0
// Values that lie alike because a program or a config puts them into one group, as Shardy's
// sharding_group does.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

/// All that uses the value uses a member of the group from now on.
void putIntoGroup(mlir::Value value, int64_t group, mlir::Location loc);
/// A function returns a member; what else uses the value is left alone.
void putResultIntoGroup(mlir::func::FuncOp function, unsigned result, int64_t group);

} // namespace shardc
