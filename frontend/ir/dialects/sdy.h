// SPDX-License-Identifier: Apache-2.0
// Shardy's attributes and ops.
#pragma once

#include "frontend/ir/dialects/dialects.h"

#include "frontend/ir/ShardingDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "frontend/ir/ShardingAttributes.h.inc"
#define GET_OP_CLASSES
#include "frontend/ir/ShardingOps.h.inc"
