// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/rewrites/annotations.h"

#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/names.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace shardc {

static constexpr StringRef kWord = "sharding";

Location annotationLoc(Location loc) { return withUserWord(loc, kWord); }
bool isAnnotation(Operation *constraint) { return userWordOf(constraint->getLoc()) == kWord; }

/// The place alone: the value has the name.
static Location placeOf(Value value) {
  const auto place = fileLocation(value.getLoc());
  return place ? Location(*place) : Location(UnknownLoc::get(value.getContext()));
}

static Value constrained(OpBuilder &builder, Value value, Attribute sharding) {
  return sdy::ShardingConstraintOp::create(builder, annotationLoc(placeOf(value)), value.getType(),
                                           value, cast<sdy::ShardingAttr>(sharding));
}

/// All uses of the value read the constrained one.
static void constrainUses(OpBuilder &builder, Value value, Attribute sharding) {
  const Value fixed = constrained(builder, value, sharding);
  value.replaceAllUsesExcept(fixed, fixed.getDefiningOp());
}

void constrainResults(Operation *op) {
  auto given = dyn_cast_or_null<sdy::ShardingPerValueAttr>(op->getDiscardableAttr(kSdySharding));
  if (!given || isa<ShardableOp>(op)) return;
  op->removeDiscardableAttr(kSdySharding);
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  for (auto [result, sharding] : llvm::zip_equal(op->getResults(), given.getShardings()))
    constrainUses(builder, result, sharding);
}

static void constrainSignature(func::FuncOp function) {
  Block &body = function.front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (BlockArgument argument : body.getArguments()) {
    const unsigned number = argument.getArgNumber();
    if (Attribute given = function.removeArgAttr(number, kSdySharding))
      constrainUses(builder, argument, given);
  }
  Operation *end = body.getTerminator();
  builder.setInsertionPoint(end);
  for (unsigned number = 0; number < function.getNumResults(); ++number)
    if (Attribute given =
            function.removeResultAttr(number, StringAttr::get(function.getContext(), kSdySharding)))
      end->setOperand(number, constrained(builder, end->getOperand(number), given));
}

void constrainAnnotated(ModuleOp program) {
  const func::FuncOp entry = entryOf(program);
  program.walk([&](Operation *op) { constrainResults(op); });
  for (func::FuncOp function : program.getOps<func::FuncOp>())
    if (function != entry && !function.isExternal()) constrainSignature(function);
}

} // namespace shardc
