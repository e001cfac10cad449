// SPDX-License-Identifier: Apache-2.0
// The interface of every op that shardc compiles: an op is its formula.
#pragma once

#include "frontend/ir/builder.h"
#include "frontend/ir/formula/rule.h"
#include "frontend/ir/sharding.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"

#include "frontend/ir/Interfaces.h.inc"
