// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/interfaces/verified.h"

#include "frontend/ir/interfaces/alike.h"

#include "mlir/IR/Dialect.h"
#include "llvm/ADT/Hashing.h"

#include <algorithm>

using namespace mlir;

namespace shardc {

/// Bodies of reductions are alike by the hundred, and none of them is in the other's block.
static size_t hashInBlock(Operation *op) {
  return llvm::hash_combine(hashOfAlike(op), op->getBlock());
}

LogicalResult VerifiedOps::verify(Operation *op, llvm::function_ref<LogicalResult()> verifyIt) {
  if (!isOn) return verifyIt();
  const size_t hash = hashInBlock(op);
  const auto [first, last] = ops.equal_range(hash);
  const auto known = std::find_if(first, last, [&](const auto &each) {
    return each.second->getBlock() == op->getBlock() && areAlike(each.second, op);
  });
  if (known != last) {
    known->second = op;
    return success();
  }
  if (failed(verifyIt())) return failure();
  ops.emplace(hash, op);
  return success();
}

void VerifiedOps::stop() {
  isOn = false;
  ops.clear();
}

/// What dialects keep of them.
static SmallVector<VerifiedOps *> allIn(MLIRContext &context) {
  SmallVector<VerifiedOps *> all;
  for (Dialect *dialect : context.getLoadedDialects())
    if (auto *verified = dialect->getRegisteredInterface<VerifiedOps>()) all.push_back(verified);
  return all;
}

VerifyOnce::VerifyOnce(MLIRContext &context) : context(context) {
  for (VerifiedOps *verified : allIn(context))
    verified->start();
}
VerifyOnce::~VerifyOnce() {
  for (VerifiedOps *verified : allIn(context))
    verified->stop();
}

} // namespace shardc
