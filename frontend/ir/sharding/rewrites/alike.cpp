// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/rewrites/alike.h"

#include "frontend/ir/dialects/sdy.h"

using namespace mlir;

namespace shardc {

void putIntoGroup(Value value, int64_t group, Location loc) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  sdy::ShardingGroupOp::create(builder, loc, value, static_cast<uint64_t>(group));
}

void putResultIntoGroup(func::FuncOp function, unsigned result, int64_t group) {
  Operation *end = function.front().getTerminator();
  const Value value = end->getOperand(result);
  OpBuilder builder(end);
  end->setOperand(result, sdy::GroupMemberOp::create(builder, value.getLoc(), value.getType(),
                                                     value, static_cast<uint64_t>(group)));
}

} // namespace shardc
