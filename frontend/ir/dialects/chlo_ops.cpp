// SPDX-License-Identifier: Apache-2.0
// Generated definitions of the ops of CHLO.
#include "frontend/ir/dialects/dialects.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "frontend/ir/ChloOps.cpp.inc"
