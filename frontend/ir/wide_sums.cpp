// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/wide_sums.h"

#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/formula/sum_order.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// The type that the op's result is added up in before it is rounded; none where it is no such sum.
static std::optional<ElementType> addedUpIn(Operation *op) {
  const bool isInBody = isa<ShardableOp>(op->getParentOp());
  if (isInBody || !isa<ShardableOp>(op) || op->getNumResults() != 1) return std::nullopt;
  const auto type = typeOf(op->getResult(0).getType());
  if (!type || !info(type->type).isNarrow) return std::nullopt;
  Pool scratch;
  const auto formula = formulaOf(op, scratch);
  if (!formula) return std::nullopt;
  Expr value = formula->results[0].value;
  if (!isFn(value, Fn::convert) || value->args[0]->kind != Kind::Item) return std::nullopt;
  Expr sum = value->args[0];
  return isOrdered(ReduceView(sum->args[0])) ? std::optional(sum->type) : std::nullopt;
}

static Type withElement(Type type, Type element) {
  return RankedTensorType::get(cast<RankedTensorType>(type).getShape(), element);
}

/// A body that adds, for numbers of another type.
static void widen(Region &body, Type element) {
  for (BlockArgument argument : body.getArguments())
    argument.setType(withElement(argument.getType(), element));
  for (Operation &op : body.getOps())
    for (OpResult result : op.getResults())
      result.setType(withElement(result.getType(), element));
}

/// "h_sum" of what makes "h".
static Location sumLocation(Value value) {
  const auto name = valueName(value);
  if (!name) return value.getLoc();
  return NameLoc::get(StringAttr::get(value.getContext(), *name + "_sum"), value.getLoc());
}

static bool isRight(Operation *op) {
  const ScopedDiagnosticHandler silent(op->getContext(), [](Diagnostic &) { return success(); });
  return succeeded(verifyFormula(op));
}

static void split(Operation *op, ElementType sum) {
  const Value rounded = op->getResult(0);
  const Type element = cast<RankedTensorType>(typeIn(op->getContext(), {sum, {}})).getElementType();
  OpBuilder builder(op);
  Operation *wide = builder.clone(*op);
  wide->getResult(0).setType(withElement(rounded.getType(), element));
  wide->setLoc(sumLocation(rounded));
  for (Region &body : wide->getRegions())
    widen(body, element);
  if (!isRight(wide)) return wide->erase();
  wide->removeAttr(kSdySharding);
  auto convert =
      stablehlo::ConvertOp::create(builder, op->getLoc(), rounded.getType(), wide->getResult(0));
  convert->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op->replaceAllUsesWith(convert);
  op->erase();
}

void splitNarrowSums(func::FuncOp entry) {
  SmallVector<std::pair<Operation *, ElementType>> sums;
  entry.walk([&](Operation *op) {
    if (const auto sum = addedUpIn(op)) sums.push_back({op, *sum});
  });
  for (auto [op, sum] : sums)
    split(op, sum);
}

} // namespace shardc
