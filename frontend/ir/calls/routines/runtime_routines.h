// SPDX-License-Identifier: Apache-2.0
// The runtime's own routines (runtime/routines/routines.def), as calls of them are said. Batches
// may be sharded; matrices and signals are whole on every device that works on them.
#pragma once

#include "frontend/routine.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeRange.h"
#include "llvm/ADT/SmallVector.h"

namespace shardc {

inline constexpr int64_t kMostBatchDims = 8, kMostSortKeys = 8; // as runtime/routines/batch.h

struct RuntimeRoutine {
  llvm::StringRef name;
  double flops;      // over rows * columns * the fewer of both, of a matrix
  bool needsLibrary; // the runtime has no code of its own
};

/// None of that name: null.
const RuntimeRoutine *findRuntimeRoutine(llvm::StringRef name);
/// As plans have it, without what a call tells it: by those of some libraries that do its work for
/// calls which tell it this.
Routine asRoutine(const RuntimeRoutine &routine, const Libraries &chosen,
                  mlir::DictionaryAttr given);

/// A library that would do a routine which none of those chosen does; null: nothing is lacking.
const Library *libraryLacking(const RuntimeRoutine &routine, const Libraries &chosen);
/// What a routine gives for operands of these types, told `given`; nothing where it takes no such
/// operands, or any of these has no element.
llvm::SmallVector<mlir::Type> resultTypesOf(const RuntimeRoutine &routine, mlir::TypeRange operands,
                                            mlir::DictionaryAttr given);
/// Its rule for these, told `given`: each dimension in front of the matrices, or signals, is a
/// factor of all values, and each of a matrix one of its own that is whole; but for right sides of
/// equations, of which devices may have some each.
std::string ruleOf(const RuntimeRoutine &routine, mlir::TypeRange operands, mlir::TypeRange results,
                   mlir::DictionaryAttr given);
/// What it takes for each combination of the factors of its operands.
double flopsOfTurn(const RuntimeRoutine &routine, mlir::TypeRange operands,
                   mlir::DictionaryAttr given);

} // namespace shardc
