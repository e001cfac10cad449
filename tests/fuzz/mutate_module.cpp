// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutate_module.h"

#include "frontend/ir/names.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::test {

std::vector<Operation *> ModuleDraft::ops() {
  std::vector<Operation *> found;
  module.walk([&](Operation *op) {
    if (op->getParentOfType<func::FuncOp>() && !op->hasTrait<OpTrait::IsTerminator>())
      found.push_back(op);
  });
  return found;
}

Operation *ModuleDraft::someOp() {
  const auto all = ops();
  return all.empty() ? nullptr : dice.pick(all);
}

std::vector<Value> ModuleDraft::values() {
  std::vector<Value> found;
  module.walk([&](func::FuncOp function) {
    function.walk([&](Block *block) { llvm::append_range(found, block->getArguments()); });
  });
  for (Operation *op : ops())
    llvm::append_range(found, op->getResults());
  return found;
}

std::vector<Value> ModuleDraft::valuesBefore(Operation *op) {
  std::vector<Value> found;
  while (op && !isa<func::FuncOp, ModuleOp>(op)) {
    for (Operation &before : *op->getBlock()) {
      if (&before == op) break;
      llvm::append_range(found, before.getResults());
    }
    llvm::append_range(found, op->getBlock()->getArguments());
    op = op->getParentOp();
  }
  return found;
}

Operation *ModuleDraft::entry() {
  func::FuncOp entry = entryOf(module);
  return entry && !entry.isDeclaration() ? entry.getOperation() : nullptr;
}

void eraseUnused(Operation *op) {
  bool isUsed = false;
  const auto look = [&](Value value) {
    isUsed |=
        llvm::any_of(value.getUsers(), [&](Operation *user) { return !op->isAncestor(user); });
  };
  op->walk([&](Operation *inside) { llvm::for_each(inside->getResults(), look); });
  op->walk([&](Block *inside) { llvm::for_each(inside->getArguments(), look); });
  if (!isUsed) op->erase();
}

Operation *make(OpBuilder &builder, StringRef name, TypeRange results, ValueRange operands,
                ArrayRef<NamedAttribute> attributes) {
  OperationState state(builder.getUnknownLoc(), name, operands, results, attributes);
  return builder.create(state);
}

Value splat(OpBuilder &builder, Type type, int64_t number) {
  auto shaped = cast<RankedTensorType>(type);
  const Type element = shaped.getElementType();
  const Attribute value = isa<FloatType>(element)
                              ? Attribute(builder.getFloatAttr(element, double(number)))
                              : Attribute(builder.getIntegerAttr(element, number));
  return make(builder, "stablehlo.constant", type, {},
              builder.getNamedAttr("value", DenseElementsAttr::get(shaped, value)))
      ->getResult(0);
}

void updateType(Operation *op) {
  auto function = cast<func::FuncOp>(op);
  if (function.isDeclaration() || function.front().empty()) return;
  const auto outputs = function.front().back().getOperandTypes();
  function.setFunctionType(
      FunctionType::get(op->getContext(), function.front().getArgumentTypes(), outputs));
}

void mutateModule(Dice &dice, ModuleOp module, ModuleOp other) {
  static const std::vector<void (*)(ModuleDraft &)> kChanges = {
      changeTypes,      changeTypes,      changeTypes,     changeOperands, changeOperands,
      changeOperands,   changeOps,        changeOps,       changeOps,      changeAttributes,
      changeAttributes, changeAttributes, wrapOps,         wrapOps,        wrapOps,
      changeShapes,     changeShardings,  changeShardings, spliceOther};
  ModuleDraft draft{dice, module, other};
  dice.pick(kChanges)(draft);
  module.walk([](func::FuncOp function) { updateType(function); });
}

} // namespace shardc::test
