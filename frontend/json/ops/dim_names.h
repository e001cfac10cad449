// SPDX-License-Identifier: Apache-2.0
// Names of dimensions: given at inputs, spread along factors by the rules of ops.
#pragma once

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

#include <string>

namespace shardc {

class DimNames {
public:
  using Names = llvm::SmallVector<std::string, 4>; // one per dimension; "" where it has none

  /// The names of a value's dimensions; empty where it has none at all.
  llvm::ArrayRef<std::string> of(mlir::Value value) const;
  void set(mlir::Value value, Names names);
  /// Names the results of an op after the operand dimensions with the same factor.
  void spread(mlir::Operation *op);

private:
  llvm::DenseMap<mlir::Value, Names> names;
};

} // namespace shardc
