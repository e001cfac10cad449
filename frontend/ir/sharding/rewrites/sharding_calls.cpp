// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/rewrites/sharding_calls.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/sharding/notations/notation_cursor.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// "unspecified_dims=[0,1]"; other words have no effect on where a value lies.
static FailureOr<std::vector<int64_t>> unspecifiedDims(Operation *call, int64_t rank) {
  std::vector<int64_t> dims;
  auto config = call->getAttrOfType<StringAttr>("backend_config");
  if (!config || config.getValue().empty()) return dims;
  NotationProblem problem;
  NotationCursor at(config.getValue(), problem);
  const bool read = (at.takeWord("unspecified_dims") || at.unexpected("unspecified_dims=[...]")) &&
                    at.expect("=") && at.expect("[") && at.numbers(dims, "]", "dimensions") &&
                    at.expectEnd();
  if (read && llvm::all_of(dims, [&](int64_t dim) { return dim < rank; })) return dims;
  return report(call->getLoc(), Diag::wrong_notation)
         << "'backend_config' of @Sharding: "
         << (read ? "a dimension is out of range, for a value of rank " + std::to_string(rank)
                  : problem.what);
}

/// Attributes of a call that say nothing of the placement. A side effect keeps XLA from leaving the
/// call out.
static bool isIdle(NamedAttribute attribute) {
  const StringRef name = attribute.getName();
  if (name == "api_version" || name == "call_target_name" || name == "backend_config") return true;
  return name == "has_side_effect" && isa<BoolAttr>(attribute.getValue());
}

/// Those in <{...}>, of an op without a definition, stand apart.
static SmallVector<NamedAttribute> attributesOf(Operation *call) {
  SmallVector<NamedAttribute> all(call->getAttrs());
  if (auto apart = dyn_cast_or_null<DictionaryAttr>(call->getPropertiesAsAttribute()))
    llvm::append_range(all, apart.getValue());
  return all;
}

/// Whether a call takes a tensor and gives one, and says how it lies.
static bool hasForm(Operation *call) {
  return call->getNumOperands() == 1 && call->getNumResults() == 1 &&
         isa<RankedTensorType>(call->getOperand(0).getType()) &&
         isa<RankedTensorType>(call->getResult(0).getType()) &&
         call->getAttrOfType<StringAttr>(kHloSharding);
}

/// Constrains `value` as the call says, over no mesh yet: open where the call leaves it open.
/// What the call says of shardings is said by the op that takes its place.
static LogicalResult replace(Operation *call, Operation *made) {
  for (NamedAttribute attribute : attributesOf(call))
    if (!isIdle(attribute)) made->setDiscardableAttr(attribute.getName(), attribute.getValue());
  call->replaceAllUsesWith(made);
  call->erase();
  return success();
}

static LogicalResult constrain(Operation *call, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  const auto open = unspecifiedDims(call, type.getRank());
  if (failed(open)) return failure();
  MLIRContext *context = call->getContext();
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    dims.push_back(
        sdy::DimensionShardingAttr::get(context, {}, !llvm::is_contained(*open, dim), -1));
  OpBuilder builder(call);
  const auto sharding = sdy::ShardingAttr::get(context, sdy::MeshAttr::get(context, {}, {}), dims,
                                               {}, {}, StringRef());
  return replace(call,
                 sdy::ShardingConstraintOp::create(builder, call->getLoc(), type, value, sharding));
}

static LogicalResult constrain(Operation *call) {
  if (hasForm(call) && call->getOperand(0).getType() == call->getResult(0).getType())
    return constrain(call, call->getOperand(0));
  return report(call->getLoc(), Diag::wrong_op)
         << "custom_call @Sharding takes one value, gives it back, and has 'mhlo.sharding'";
}

static LogicalResult wrongBoundary(Operation *call, StringRef target) {
  return report(call->getLoc(), Diag::wrong_op)
         << "custom_call @" << target << " takes one value, gives one, and has 'mhlo.sharding'";
}

/// Its 'mhlo.sharding' says along which devices its result is manual.
static LogicalResult enter(Operation *call) {
  if (!hasForm(call)) return wrongBoundary(call, kEnter);
  OpBuilder builder(call);
  return replace(call, sdy::ManualEnterOp::create(builder, call->getLoc(), call->getResultTypes(),
                                                  call->getOperands()));
}

/// Its 'mhlo.sharding' says how the whole lies.
static LogicalResult leave(Operation *call) {
  if (!hasForm(call)) return wrongBoundary(call, kLeave);
  OpBuilder builder(call);
  auto left = sdy::ManualLeaveOp::create(builder, call->getLoc(), call->getResultTypes(),
                                         call->getOperands());
  return constrain(call, left->getResult(0));
}

LogicalResult constrainShardingCalls(ModuleOp program) {
  SmallVector<Operation *> all;
  program.walk([&](Operation *op) {
    if (isKnownCall(op)) all.push_back(op);
  });
  bool ok = true;
  for (Operation *call : all)
    ok &= succeeded(calls(call, kEnter)   ? enter(call)
                    : calls(call, kLeave) ? leave(call)
                                          : constrain(call));
  return success(ok);
}

} // namespace shardc
