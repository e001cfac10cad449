// SPDX-License-Identifier: Apache-2.0
// Ops that are algorithms, no formulas: each is replaced by StableHLO that does its work, loops
// over ops that have formulas. So they are sharded, planned, checked and explained as these are.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OwningOpRef.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <string>

namespace shardc {

/// Words that stand for texts, where a program has "$word".
using Words = std::map<std::string, std::string, std::less<>>;
/// The text with all its words replaced; all of them are known.
std::string filled(llvm::StringRef text, const Words &words);

/// "tensor<2x4xf32>"
std::string tensorText(llvm::ArrayRef<int64_t> shape, mlir::Type element);
/// "0, 1, 2", for attributes.
std::string commaList(llvm::ArrayRef<int64_t> numbers);

/// The text with this number for each '*'.
std::string numbered(llvm::StringRef text, size_t number);
/// The text with each number from 0 on, so many times, with `between` them.
std::string perNumber(llvm::StringRef text, size_t count, llvm::StringRef between = "");

/// "0:2, 0:4", for a slice of these extents.
std::string fromZero(llvm::ArrayRef<int64_t> shape);

/// A line that makes `name` of `value`, the same elements, of which no device has a part of these
/// dimensions: what the op `mnemonic` that is replaced needs so, and what it makes so.
std::string wholeText(llvm::StringRef name, llvm::StringRef value, llvm::StringRef type,
                      llvm::ArrayRef<int64_t> dimensions, llvm::StringRef mnemonic);

/// What comes behind the values that a loop carries, if it counts its %count turns from 0 by the
/// variable `turn`: its condition, and how its body begins, which returns %next for that variable.
std::string turnsText(llvm::StringRef turn);

/// A program that shardc writes itself, not verified.
mlir::OwningOpRef<mlir::ModuleOp> parsed(mlir::MLIRContext *context, llvm::StringRef text);

/// Replaces `op` by what function @f of the program `text` does: its parameters are the op's
/// operands, what it returns are the results. Calls of a function @body, or of @body0, @body1, ...,
/// are what `bodies`, regions of scalars, make of tensors, element by element.
void replaceBy(mlir::Operation *op, llvm::StringRef text,
               llvm::ArrayRef<mlir::Region *> bodies = {});

/// Whether one of the operands has no element: then the op is replaced, by results of zeros.
bool replaceEmpty(mlir::Operation *op);

} // namespace shardc
