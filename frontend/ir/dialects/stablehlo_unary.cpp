// SPDX-License-Identifier: Apache-2.0
// Generated definitions of the elementwise ops of one operand.
#include "frontend/ir/dialects/syntax.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "frontend/ir/StablehloUnary.cpp.inc"
