// SPDX-License-Identifier: Apache-2.0
// Layers of a program are alike, so for most of its ops another one has been verified.
#pragma once

#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"

#include <unordered_map>

namespace shardc {

/// Ops of a dialect whose formulas are right. An op has the formula of another with the
/// same surroundings that has its name, types, attributes and regions.
class VerifiedOps : public mlir::DialectInterface::Base<VerifiedOps> {
public:
  explicit VerifiedOps(mlir::Dialect *dialect) : Base(dialect) {}

  void start() { isOn = true; }
  void stop();
  /// Calls `verifyIt` unless one of them is like the op, which is one of them then.
  mlir::LogicalResult verify(mlir::Operation *op,
                             llvm::function_ref<mlir::LogicalResult()> verifyIt);

private:
  bool isOn = false;
  // By hashes of what makes them alike; of each kind the last one seen, which is in the cache yet.
  std::unordered_multimap<size_t, mlir::Operation *> ops;
};

/// While there is one, ops that are alike are verified once. Meanwhile no op may change or go, and
/// one thread verifies.
class VerifyOnce {
public:
  explicit VerifyOnce(mlir::MLIRContext &context);
  ~VerifyOnce();

private:
  mlir::MLIRContext &context;
};

} // namespace shardc
