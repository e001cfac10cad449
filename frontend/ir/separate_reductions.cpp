// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/separate_reductions.h"

#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/names.h"

#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardc {

/// What a body makes one of its results of.
struct Making {
  llvm::SetVector<Operation *> ops;
  llvm::SmallDenseSet<unsigned, 4> arguments;
};

static Making makingOf(Value result, Block &body) {
  Making making;
  SmallVector<Value, 8> open = {result};
  while (!open.empty()) {
    const Value value = open.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value))
      making.arguments.insert(argument.getArgNumber());
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != &body || !making.ops.insert(op)) continue;
    llvm::append_range(open, op->getOperands());
  }
  return making;
}

/// How the body makes each result, where it is of the elements of one operand.
static std::vector<Making> apart(stablehlo::ReduceOp op) {
  const auto count = static_cast<unsigned>(op.getInputs().size());
  Block &body = op.getBody().front();
  const ValueRange results = body.getTerminator()->getOperands();
  if (count < 2 || body.getNumArguments() != 2 * count || results.size() != count) return {};
  std::vector<Making> all;
  for (const unsigned k : llvm::seq(count)) {
    all.push_back(makingOf(results[k], body));
    const bool isOfOne = llvm::all_of(all.back().arguments,
                                      [&](unsigned argument) { return argument % count == k; });
    const bool isPlain =
        llvm::all_of(all.back().ops, [](Operation *each) { return each->getNumRegions() == 0; });
    if (!isOfOne || !isPlain) return {};
  }
  return all;
}

static void fillBody(stablehlo::ReduceOp one, stablehlo::ReduceOp of, unsigned k,
                     const Making &making) {
  Block &from = of.getBody().front(), &body = one.getBody().emplaceBlock();
  IRMapping known;
  for (const unsigned argument : {k, k + static_cast<unsigned>(of.getInputs().size())}) {
    const BlockArgument old = from.getArgument(argument);
    known.map(old, body.addArgument(old.getType(), old.getLoc()));
  }
  OpBuilder inside = OpBuilder::atBlockBegin(&body);
  for (Operation &each : from.without_terminator())
    if (making.ops.contains(&each)) inside.clone(each, known);
  Operation *end = from.getTerminator();
  stablehlo::ReturnOp::create(inside, end->getLoc(), known.lookupOrDefault(end->getOperand(k)));
}

/// The attributes of one result.
static void annotate(Operation *one, Operation *of, unsigned k) {
  one->setDiscardableAttrs(of->getDiscardableAttrDictionary());
  const auto given = of->getAttrOfType<sdy::ShardingPerValueAttr>(kSdySharding);
  if (!given || k >= given.getShardings().size()) return;
  one->setAttr(kSdySharding,
               sdy::ShardingPerValueAttr::get(of->getContext(), given.getShardings()[k]));
}

static Location locationOf(Value value) {
  const auto name = valueName(value);
  if (!name) return value.getLoc();
  return NameLoc::get(StringAttr::get(value.getContext(), *name), value.getLoc());
}

static void separate(stablehlo::ReduceOp op, ArrayRef<Making> makings) {
  OpBuilder builder(op);
  for (const auto &[number, making] : llvm::enumerate(makings)) {
    const auto k = static_cast<unsigned>(number);
    Value old = op->getResult(k);
    auto one =
        stablehlo::ReduceOp::create(builder, locationOf(old), TypeRange(old.getType()),
                                    op.getInputs()[k], op.getInitValues()[k], op.getDimensions());
    fillBody(one, op, k, making);
    annotate(one, op, k);
    old.replaceAllUsesWith(one->getResult(0));
  }
  op.erase();
}

void separateReductions(func::FuncOp entry) {
  SmallVector<stablehlo::ReduceOp> reductions;
  entry.walk([&](stablehlo::ReduceOp op) { reductions.push_back(op); });
  for (stablehlo::ReduceOp op : reductions)
    if (const std::vector<Making> makings = apart(op); !makings.empty()) separate(op, makings);
}

} // namespace shardc
