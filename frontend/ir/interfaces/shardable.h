// SPDX-License-Identifier: Apache-2.0
// The interfaces of the ops that shardc compiles: an op is its formula, or its regions take turns.
#pragma once

#include "frontend/ir/formula/rule.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/interfaces/data_flow.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"

namespace shardc {

/// From operands to results, and from results to operands.
struct Passes {
  bool forward = true, backward = true;
};

} // namespace shardc

#include "frontend/ir/Interfaces.h.inc"
