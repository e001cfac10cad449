// SPDX-License-Identifier: Apache-2.0
// Discrete Fourier transforms of the last dimensions, as products with small matrices.
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include "llvm/ADT/ArrayRef.h"

#include <functional>
#include <string>

namespace shardc {

/// What is transformed into what: complex numbers, or a real signal and the first half of its
/// spectrum, whose other half mirrors it.
struct Fourier {
  bool isInverse = false, isReal = false;
};

/// A transform of complex numbers along one dimension, not divided by anything.
struct FourierCall {
  std::string made, taken, roots; // names in a program; the roots of unity are a table
  mlir::RankedTensorType type, typeOfRoots;
  int64_t behind; // dimensions behind it
  bool isInverse;
};
/// A line of a program that calls code for one; null: products are what transforms are.
using CallFourier = std::function<std::string(const FourierCall &)>;

/// Along so many of the last dimensions, which have these lengths as a signal. An inverse divides
/// by how many points there are.
void expandFourier(mlir::Operation *op, Fourier kind, llvm::ArrayRef<int64_t> lengths,
                   const CallFourier &call = nullptr);

} // namespace shardc
