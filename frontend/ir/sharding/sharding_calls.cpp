// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/sharding_calls.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/sharding/notation_cursor.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

static constexpr StringRef kHlo = "mhlo.sharding";

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

/// Attributes of a call that say nothing of the placement.
static bool isIdle(NamedAttribute attribute) {
  const StringRef name = attribute.getName();
  if (name == "api_version" || name == "call_target_name" || name == "backend_config") return true;
  auto flag = dyn_cast<BoolAttr>(attribute.getValue());
  return name == "has_side_effect" && flag && !flag.getValue();
}

/// Those in <{...}>, of an op without a definition, stand apart.
static SmallVector<NamedAttribute> attributesOf(Operation *call) {
  SmallVector<NamedAttribute> all(call->getAttrs());
  if (auto apart = dyn_cast_or_null<DictionaryAttr>(call->getPropertiesAsAttribute()))
    llvm::append_range(all, apart.getValue());
  return all;
}

/// Over no mesh yet: open where the call leaves it open.
static LogicalResult constrain(Operation *call) {
  const bool fits = call->getNumOperands() == 1 && call->getNumResults() == 1 &&
                    call->getOperand(0).getType() == call->getResult(0).getType() &&
                    call->getAttrOfType<StringAttr>(kHlo);
  auto type = fits ? dyn_cast<RankedTensorType>(call->getResult(0).getType()) : nullptr;
  if (!type)
    return report(call->getLoc(), Diag::wrong_op)
           << "custom_call @Sharding takes one value, gives it back, and has 'mhlo.sharding'";
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
  auto placed = sdy::ShardingConstraintOp::create(builder, call->getLoc(), type,
                                                  call->getOperand(0), sharding);
  for (NamedAttribute attribute : attributesOf(call))
    if (!isIdle(attribute)) placed->setDiscardableAttr(attribute.getName(), attribute.getValue());
  call->replaceAllUsesWith(placed);
  call->erase();
  return success();
}

LogicalResult constrainShardingCalls(ModuleOp program) {
  SmallVector<Operation *> calls;
  program.walk([&](Operation *op) {
    if (isShardingCall(op)) calls.push_back(op);
  });
  bool ok = true;
  for (Operation *call : calls)
    ok &= succeeded(constrain(call));
  return success(ok);
}

} // namespace shardc
