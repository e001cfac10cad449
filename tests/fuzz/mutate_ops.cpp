// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutate_module.h"

#include "frontend/ir/tables/registry.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::test {

static void exchangeOperands(ModuleDraft &d) {
  Operation *op = d.someOp();
  if (!op || op->getNumOperands() < 2) return;
  const auto a = unsigned(d.dice.below(op->getNumOperands())),
             b = unsigned(d.dice.below(op->getNumOperands()));
  if (op->getOperand(a).getType() != op->getOperand(b).getType() && !d.dice.chance(10)) return;
  Value old = op->getOperand(a);
  op->setOperand(a, op->getOperand(b));
  op->setOperand(b, old);
}

static void replaceOperand(ModuleDraft &d) {
  std::vector<Operation *> users;
  d.module.walk([&](Operation *op) {
    if (op->getNumOperands() > 0) users.push_back(op);
  });
  if (users.empty()) return;
  OpOperand &operand = [&]() -> OpOperand & {
    Operation *op = d.dice.pick(users);
    return op->getOpOperand(unsigned(d.dice.below(op->getNumOperands())));
  }();
  auto fitting = d.valuesBefore(operand.getOwner());
  const bool anyType = d.dice.chance(5);
  llvm::erase_if(
      fitting, [&](Value value) { return !anyType && value.getType() != operand.get().getType(); });
  if (!fitting.empty()) operand.set(d.dice.pick(fitting));
}

/// An output more, or one less.
static void changeOutputs(ModuleDraft &d) {
  Operation *entry = d.entry();
  if (!entry) return;
  auto function = cast<func::FuncOp>(entry);
  Operation &end = function.front().back();
  if (d.dice.chance(30) && end.getNumOperands() > 1) {
    const auto gone = unsigned(d.dice.below(end.getNumOperands()));
    end.eraseOperand(gone);
    if (gone < function.getNumResults()) (void)function.eraseResult(gone);
    return;
  }
  const auto values = d.valuesBefore(&end);
  if (values.empty()) return;
  Value value = d.dice.pick(values);
  end.insertOperands(end.getNumOperands(), value);
  (void)function.insertResult(function.getNumResults(), value.getType(), {});
}

void changeOperands(ModuleDraft &d) {
  static const std::vector<void (*)(ModuleDraft &)> kChanges = {exchangeOperands, replaceOperand,
                                                                replaceOperand, changeOutputs};
  d.dice.pick(kChanges)(d);
}

/// The op with another name; attributes stay as they are.
static void renameOp(ModuleDraft &d) {
  Operation *op = d.someOp();
  const OpInfo *known = op ? findOp(op->getName().getStringRef()) : nullptr;
  if (!known) return;
  std::vector<std::string> others;
  for (const OpInfo &info : allOps())
    if (info.operands.size() == known->operands.size() &&
        info.regions.size() == known->regions.size() && !info.terminator)
      others.push_back(info.name.str());
  if (others.empty()) return;
  OpBuilder builder(op);
  OperationState state(op->getLoc(), d.dice.pick(others), op->getOperands(), op->getResultTypes(),
                       llvm::to_vector(op->getAttrDictionary()));
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  op->replaceAllUsesWith(builder.create(state));
  eraseUnused(op);
}

static void removeOp(ModuleDraft &d) {
  Operation *op = d.someOp();
  if (!op) return;
  const auto before = d.valuesBefore(op);
  for (Value result : op->getResults()) {
    const auto other =
        llvm::find_if(before, [&](Value value) { return value.getType() == result.getType(); });
    if (other == before.end()) return;
    result.replaceAllUsesWith(*other);
  }
  eraseUnused(op);
}

/// The op many times: each on the result of the one before where types allow, else side by side.
static void repeatOp(ModuleDraft &d) {
  Operation *op = d.someOp();
  if (!op || op->getNumResults() == 0) return;
  std::optional<unsigned> fed;
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get().getType() == op->getResult(0).getType()) fed = operand.getOperandNumber();
  OpBuilder builder(op->getContext());
  Operation *last = op;
  for (int64_t count = d.dice.pick<int64_t>({1, 2, 3, 10, 50}); count > 0; --count) {
    builder.setInsertionPointAfter(last);
    Operation *next = builder.clone(*op);
    if (fed) next->setOperand(*fed, last->getResult(0));
    last = next;
  }
  op->getResult(0).replaceUsesWithIf(last->getResult(0), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    return user->getBlock() != op->getBlock() || last->isBeforeInBlock(user);
  });
}

static void moveOp(ModuleDraft &d) {
  Operation *op = d.someOp(), *to = d.someOp();
  if (op && to && !op->isAncestor(to) && d.dice.chance(30)) op->moveBefore(to);
}

void changeOps(ModuleDraft &d) {
  static const std::vector<void (*)(ModuleDraft &)> kChanges = {
      renameOp, renameOp, renameOp, removeOp, repeatOp, repeatOp, moveOp};
  d.dice.pick(kChanges)(d);
}

static int64_t otherNumber(Dice &dice, int64_t old) {
  if (old > INT32_MAX || old < INT32_MIN) return 0;
  return dice.pick<int64_t>({old + 1, old - 1, old + 1, old - 1, 0, -old, 2 * old, -1,
                             int64_t(1) << 31, int64_t(1) << 40, INT64_MAX, INT64_MIN});
}

static Attribute changed(Dice &dice, DenseI64ArrayAttr list) {
  auto numbers = llvm::to_vector(list.asArrayRef());
  switch (numbers.empty() ? 1 : dice.below(5)) {
  case 0:
    numbers.pop_back();
    break;
  case 1:
    numbers.push_back(dice.below(3));
    break;
  case 2:
    std::swap(numbers[dice.index(numbers)], numbers[dice.index(numbers)]);
    break;
  default:
    int64_t &number = numbers[dice.index(numbers)];
    number = otherNumber(dice, number);
  }
  return DenseI64ArrayAttr::get(list.getContext(), numbers);
}

static Attribute changed(Dice &dice, DenseIntElementsAttr data) {
  if (!data.getElementType().isSignlessInteger(64) || data.empty() || data.getNumElements() > 4096)
    return data;
  auto numbers = llvm::to_vector(data.getValues<int64_t>());
  if (dice.chance(50))
    std::swap(numbers[dice.index(numbers)], numbers[dice.index(numbers)]);
  else
    numbers[dice.index(numbers)] = otherNumber(dice, numbers.front());
  return DenseElementsAttr::get(data.getType(), ArrayRef<int64_t>(numbers));
}

/// A number or list somewhere in the attribute.
static Attribute changed(Dice &dice, Attribute attribute) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](IntegerAttr number) -> std::optional<Attribute> {
    if (!number.getType().isSignlessInteger(64)) return number;
    return IntegerAttr::get(number.getType(), otherNumber(dice, number.getInt()));
  });
  replacer.addReplacement([&](DenseI64ArrayAttr list) -> std::optional<Attribute> {
    return dice.chance(50) ? changed(dice, list) : list;
  });
  replacer.addReplacement(
      [&](DenseIntElementsAttr data) -> std::optional<Attribute> { return changed(dice, data); });
  return replacer.replace(attribute);
}

void changeAttributes(ModuleDraft &d) {
  std::vector<Operation *> having;
  for (Operation *op : d.ops())
    if (!op->getAttrDictionary().empty()) having.push_back(op);
  if (having.empty()) return;
  Operation *op = d.dice.pick(having);
  const auto attributes = llvm::to_vector(op->getAttrDictionary());
  const NamedAttribute one = attributes[d.dice.index(attributes)];
  if (d.dice.chance(8)) {
    op->removeAttr(one.getName());
  } else if (d.dice.chance(8)) {
    d.dice.pick(having)->setAttr(one.getName(), one.getValue());
  } else if (Attribute fresh = changed(d.dice, one.getValue())) {
    op->setAttr(one.getName(), fresh);
  }
}

/// Per type a value from before, or a constant; none where a type is neither.
static std::optional<SmallVector<Value>> argumentsOf(ModuleDraft &d, OpBuilder &builder,
                                                     Operation *end, TypeRange types) {
  SmallVector<Value> arguments;
  const auto before = d.valuesBefore(end);
  for (Type type : types) {
    const auto found = llvm::find_if(before, [&](Value v) { return v.getType() == type; });
    auto shaped = dyn_cast<RankedTensorType>(type);
    if (found != before.end())
      arguments.push_back(*found);
    else if (shaped && shaped.getElementType().isIntOrFloat())
      arguments.push_back(splat(builder, type, 1));
    else
      return std::nullopt;
  }
  return arguments;
}

/// The functions that the other module's entry may call; false where one has a name that is taken.
static bool copyHelpers(ModuleDraft &d, OpBuilder &builder, Operation *otherEntry) {
  for (auto function : d.other.getOps<func::FuncOp>()) {
    if (function == otherEntry) continue;
    if (d.module.lookupSymbol(function.getName())) return false;
    builder.clone(*function);
  }
  return true;
}

void spliceOther(ModuleDraft &d) {
  if (!d.other) return;
  Operation *entry = d.entry(), *other = ModuleDraft{d.dice, d.other, {}}.entry();
  if (!entry || !other) return;
  OpBuilder builder(entry);
  if (!copyHelpers(d, builder, other)) return;
  auto copy = cast<func::FuncOp>(builder.clone(*other));
  copy.setName("other" + std::to_string(d.dice.random()));
  copy.setPrivate();
  auto function = cast<func::FuncOp>(entry);
  Operation *end = &function.front().back();
  builder.setInsertionPoint(end);
  const auto arguments = argumentsOf(d, builder, end, copy.getArgumentTypes());
  if (!arguments) return;
  auto call = builder.create<func::CallOp>(builder.getUnknownLoc(), copy, *arguments);
  for (Value result : call.getResults()) {
    end->insertOperands(end->getNumOperands(), result);
    (void)function.insertResult(function.getNumResults(), result.getType(), {});
  }
}

} // namespace shardc::test
