// SPDX-License-Identifier: Apache-2.0
// The dialects of programs. Only frontend/ir and the readers include this: all others see ops
// through ShardableOp.
#pragma once

#include "frontend/ir/interfaces/manual.h"
#include "frontend/ir/interfaces/shardable.h"
#include "frontend/ir/tables/parts.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "frontend/ir/StablehloDialect.h.inc"
#include "frontend/ir/StablehloEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "frontend/ir/StablehloAttributes.h.inc"
#define GET_OP_CLASSES
#include "frontend/ir/StablehloOps.h.inc"

#include "frontend/ir/ChloDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "frontend/ir/ChloAttributes.h.inc"
#define GET_OP_CLASSES
#include "frontend/ir/ChloOps.h.inc"
