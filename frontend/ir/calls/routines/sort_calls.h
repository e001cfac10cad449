// SPDX-License-Identifier: Apache-2.0
// Sorts of many elements whose comparator compares what it makes of either side, one key after the
// other: the order is the runtime's to find (runtime/routines/argsort.h), and all that is sorted is
// picked in it.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/ir/dialects/dialects.h"

namespace shardc {

/// Puts a call in place of a sort that is right (`isRight`). It is left where it is of few elements
/// or has a comparator of another kind, and where nothing compiles a routine.
void callForSort(stablehlo::SortOp sort, CustomOps &ops);

/// The same for many largest elements of many; few are left, to be looked for one after the
/// other.
void callForTopK(chlo::TopKOp op, CustomOps &ops);

} // namespace shardc
