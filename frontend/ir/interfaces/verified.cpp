// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/interfaces/verified.h"

#include "frontend/ir/interfaces/alike.h"
#include "frontend/ir/interfaces/shardable.h"

#include "mlir/IR/Dialect.h"
#include "llvm/ADT/Hashing.h"

#include <algorithm>

using namespace mlir;

namespace shardc {

/// What a formula may depend on besides its op: the block, of an op in a reduction's body the
/// reduction's.
static Block *surroundingsOf(Operation *op) {
  while (auto around = dyn_cast_or_null<ShardableOp>(op->getParentOp()))
    op = around;
  return op->getBlock();
}

LogicalResult VerifiedOps::verify(Operation *op, llvm::function_ref<LogicalResult()> verifyIt) {
  if (!isOn) return verifyIt();
  const Block *around = surroundingsOf(op);
  const size_t hash = llvm::hash_combine(hashOfAlike(op), around);
  const auto [first, last] = ops.equal_range(hash);
  const auto known = std::find_if(first, last, [&](const auto &each) {
    return surroundingsOf(each.second) == around && areAlike(each.second, op);
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
