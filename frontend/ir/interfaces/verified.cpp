// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/interfaces/verified.h"

#include "frontend/ir/interfaces/alike.h"

#include "mlir/IR/Dialect.h"

#include <algorithm>

using namespace mlir;

namespace shardc {

bool VerifiedOps::hasLike(Operation *op) {
  if (!isOn) return false;
  const auto [first, last] = ops.equal_range(hashOfAlike(op));
  const auto known = std::find_if(first, last, [&](const auto &each) {
    return each.second->getBlock() == op->getBlock() && areAlike(each.second, op);
  });
  if (known == last) return false;
  known->second = op;
  return true;
}

void VerifiedOps::add(Operation *op) {
  if (isOn) ops.emplace(hashOfAlike(op), op);
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
