// SPDX-License-Identifier: Apache-2.0
// Values that lie alike, or as a config will say.
#include "frontend/ir/dialects/sdy.h"

using namespace mlir;

namespace shardc::sdy {

/// The member comes right after the value, in front of all that reads it.
LogicalResult ShardingGroupOp::expand() {
  const Value value = getInput();
  OpBuilder builder(getContext());
  builder.setInsertionPointAfterValue(value);
  auto member = GroupMemberOp::create(builder, value.getLoc(), value.getType(), value,
                                      static_cast<uint64_t>(getGroupId()));
  Value(value).replaceAllUsesExcept(member.getResult(), member);
  (*this)->erase();
  return success();
}

LogicalResult GroupMemberOp::formula(FormulaBuilder &b) {
  const auto x = b.elementwise();
  return b.failed ? failure() : b.result(x[0]);
}

LogicalResult PlacedLaterOp::formula(FormulaBuilder &b) {
  const auto x = b.elementwise();
  return b.failed ? failure() : b.result(x[0]);
}

int64_t GroupMemberOp::group() { return static_cast<int64_t>(getGroupId()); }

} // namespace shardc::sdy
