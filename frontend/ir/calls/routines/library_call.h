// SPDX-License-Identifier: Apache-2.0
// A custom call of a library as JAX writes it, for CPUs (LAPACK) or GPUs (cuSOLVER): what it says
// beside its target. How XLA lays matrices out in memory does not change what they are.
#pragma once

#include "frontend/diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace shardc {

class LibraryCall {
public:
  explicit LibraryCall(mlir::Operation *op);

protected:
  mlir::Operation *op;
  llvm::StringRef target;

  /// An error that names the call.
  Report fail(Diag id) const;
  /// There are no attributes but those that calls of libraries have, and `more`.
  mlir::LogicalResult checkAttributes(llvm::StringRef more = "") const;
  /// What the call tells its library has no other names than these.
  mlir::LogicalResult checkNames(llvm::ArrayRef<llvm::StringRef> names) const;
  /// The letter that a name stands for, one of `choices`: LAPACK's.
  mlir::FailureOr<char> letter(llvm::StringRef name, llvm::StringRef choices) const;
  /// The truth value that a name stands for: cuSOLVER's.
  mlir::FailureOr<bool> flag(llvm::StringRef name) const;
  bool isLapack() const { return target.starts_with("lapack_"); }
  /// Whether the lower triangle is meant, by letter or by flag.
  mlir::FailureOr<bool> isLower() const;
  /// The number that a name stands for, if it does.
  std::optional<int64_t> integer(llvm::StringRef name) const;
  /// The number that a name stands for has to be this one.
  mlir::LogicalResult number(llvm::StringRef name, int64_t only) const;
  /// The type of an operand: [batch..., rows, columns], of the type that the third part of
  /// LAPACK's names says, "s" of "lapack_sgetrf_ffi"; of other names any float or complex type of
  /// these four.
  mlir::FailureOr<mlir::RankedTensorType> matrixAt(unsigned number) const;
  mlir::FailureOr<mlir::RankedTensorType> firstMatrix() const { return matrixAt(0); }

private:
  mlir::DictionaryAttr given;
};

} // namespace shardc
