// SPDX-License-Identifier: Apache-2.0
// Ops put into calls, branches, loops and manual computations.
#include "tests/fuzz/mutate_module.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::test {

static RankedTensorType scalar(OpBuilder &builder, unsigned bits) {
  return RankedTensorType::get({}, builder.getIntegerType(bits));
}

/// Whether all that an op reads are its operands, and it has types that constants may have.
static bool standsAlone(Operation *op) {
  if (op->getNumResults() == 0) return false;
  for (Type type : op->getResultTypes()) {
    auto shaped = dyn_cast<RankedTensorType>(type);
    if (!shaped || !shaped.getElementType().isIntOrFloat() || !shaped.hasStaticShape())
      return false;
  }
  bool alone = true;
  op->walk([&](Operation *inside) {
    for (Value operand : inside->getOperands())
      alone &= inside == op || op->isAncestor(operand.getParentBlock()->getParentOp());
  });
  return alone;
}

/// Puts `fresh` in the op's place.
static Operation *replaceBy(Operation *op, ValueRange fresh) {
  op->replaceAllUsesWith(fresh);
  eraseUnused(op);
  return fresh.front().getDefiningOp();
}

static Operation *callOp(ModuleDraft &d, Operation *op) {
  if (!standsAlone(op)) return nullptr;
  OpBuilder builder(op->getParentOfType<func::FuncOp>());
  const std::string name = "fresh" + std::to_string(d.dice.random());
  auto function = builder.create<func::FuncOp>(
      op->getLoc(), name, builder.getFunctionType(op->getOperandTypes(), op->getResultTypes()));
  function.setPrivate();
  Block *block = function.addEntryBlock();
  IRMapping inputs;
  for (auto [operand, argument] : llvm::zip(op->getOperands(), block->getArguments()))
    inputs.map(operand, argument);
  builder.setInsertionPointToStart(block);
  Operation *inside = builder.clone(*op, inputs);
  for (auto [at, argument] : llvm::enumerate(block->getArguments()))
    inside->setOperand(unsigned(at), argument);
  builder.create<func::ReturnOp>(op->getLoc(), inside->getResults());
  builder.setInsertionPoint(op);
  auto call = builder.create<func::CallOp>(op->getLoc(), function, op->getOperands());
  return replaceBy(op, call.getResults());
}

static Operation *branchOp(ModuleDraft &d, Operation *op) {
  if (op->getNumResults() == 0) return nullptr;
  OpBuilder builder(op);
  const int64_t branches = 1 + d.dice.below(3);
  const bool isIf = branches == 2 && d.dice.chance(50);
  const unsigned bits = isIf ? 1 : 32;
  auto before = d.valuesBefore(op);
  llvm::erase_if(before, [&](Value v) { return v.getType() != scalar(builder, bits); });
  const Value index = !before.empty() && d.dice.chance(60)
                          ? d.dice.pick(before)
                          : splat(builder, scalar(builder, bits), d.dice.below(isIf ? 2 : 4));
  OperationState state(op->getLoc(), isIf ? "stablehlo.if" : "stablehlo.case", index,
                       op->getResultTypes());
  for (int64_t branch = 0; branch < branches; ++branch) {
    OpBuilder::InsertionGuard guard(builder);
    Block *block = builder.createBlock(state.addRegion());
    builder.setInsertionPointToStart(block);
    make(builder, "stablehlo.return", {}, builder.clone(*op)->getResults());
  }
  return replaceBy(op, builder.create(state)->getResults());
}

/// What a loop of the op carries: a counter, and per result an operand like it or a constant.
static SmallVector<Value> carriedBy(OpBuilder &builder, Operation *op) {
  SmallVector<Value> carried = {splat(builder, scalar(builder, 32), 0)};
  const auto operands = llvm::to_vector(op->getOperands());
  for (Type type : op->getResultTypes()) {
    const auto *like = llvm::find_if(operands, [&](Value v) { return v.getType() == type; });
    carried.push_back(like != operands.end() ? *like : splat(builder, type, 1));
  }
  return carried;
}

/// Whether the counter is below `trips`.
static void endLoop(OpBuilder &builder, Block *cond, int64_t trips) {
  const Value limit = splat(builder, scalar(builder, 32), trips);
  const Attribute less =
      parseAttribute("#stablehlo<comparison_direction LT>", builder.getContext());
  Operation *more =
      make(builder, "stablehlo.compare", scalar(builder, 1), {cond->getArgument(0), limit},
           builder.getNamedAttr("comparison_direction", less));
  make(builder, "stablehlo.return", {}, more->getResults());
}

/// The counter and one, and what the op makes; mostly of what it made before.
static void repeatInLoop(ModuleDraft &d, OpBuilder &builder, Block *body, Operation *op,
                         ArrayRef<Value> carried) {
  Operation *inside = builder.clone(*op);
  const bool feeds = d.dice.chance(80);
  for (OpOperand &operand : inside->getOpOperands())
    if (const auto *at = llvm::find(carried.drop_front(), operand.get());
        feeds && at != carried.end())
      operand.set(body->getArgument(static_cast<unsigned>(at - carried.begin())));
  const Value one = splat(builder, scalar(builder, 32), 1);
  SmallVector<Value> next = {
      make(builder, "stablehlo.add", one.getType(), {body->getArgument(0), one})->getResult(0)};
  llvm::append_range(next, inside->getResults());
  if (next.size() > 2 && d.dice.chance(30)) std::swap(next[1], next[2]);
  make(builder, "stablehlo.return", {}, next);
}

static Operation *loopOp(ModuleDraft &d, Operation *op) {
  if (!standsAlone(op)) return nullptr;
  OpBuilder builder(op);
  const SmallVector<Value> carried = carriedBy(builder, op);
  const SmallVector<Type> types(ValueRange(carried).getTypes());
  const SmallVector<Location> places(types.size(), op->getLoc());
  OperationState state(op->getLoc(), "stablehlo.while", carried, types);
  const auto block = [&] { return builder.createBlock(state.addRegion(), {}, types, places); };
  {
    OpBuilder::InsertionGuard guard(builder);
    endLoop(builder, block(), d.dice.pick<int64_t>({0, 1, 2, 3, 3, 50, 1000000}));
    repeatInLoop(d, builder, block(), op, carried);
  }
  return replaceBy(op, builder.create(state)->getResults().drop_front());
}

void wrapOps(ModuleDraft &d) {
  static const std::vector<Operation *(*)(ModuleDraft &, Operation *)> kWraps = {callOp, branchOp,
                                                                                 loopOp};
  const bool mixed = d.dice.chance(50);
  auto wrap = d.dice.pick(kWraps);
  Operation *op = d.someOp();
  for (int64_t depth = d.dice.pick<int64_t>({1, 1, 1, 2, 3, 8, 70}); depth > 0 && op; --depth) {
    // Branches double what is in them.
    if (wrap == branchOp && depth > 8) depth = 8;
    op = wrap(d, op);
    if (mixed) wrap = d.dice.pick(kWraps);
  }
}

} // namespace shardc::test
