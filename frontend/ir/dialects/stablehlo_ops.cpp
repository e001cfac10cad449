// SPDX-License-Identifier: Apache-2.0
// Generated definitions of the ops that are not elementwise.
#include "frontend/ir/dialects/syntax.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "frontend/ir/StablehloOther.cpp.inc"
