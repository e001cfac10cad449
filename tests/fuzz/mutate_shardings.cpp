// SPDX-License-Identifier: Apache-2.0
// Meshes and where values lie on them; values in other shapes.
#include "tests/fuzz/mutate_module.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::test {

static Operation *meshOf(ModuleOp module) {
  for (Operation &op : *module.getBody())
    if (op.getName().getStringRef() == "sdy.mesh") return &op;
  return nullptr;
}

static std::string axes(Dice &dice) {
  static const std::vector<std::string> kAxes = {
      "\"x\"=2, \"y\"=2", "\"x\"=2",          "\"x\"=3, \"y\"=2",
      "\"x\"=4, \"y\"=2", "\"x\"=1, \"y\"=8", "\"x\"=6",
      "\"x\"=12",         "\"x\"=7, \"y\"=1", "\"x\"=2, \"y\"=2, \"z\"=2"};
  static const std::vector<std::string> kOdd = {
      "", "\"x\"=0", "\"x\"=-1", "\"x\"=64, \"y\"=64", "\"x\"=2, \"x\"=2", "\"x\"=1000000"};
  return dice.pick(dice.chance(92) ? kAxes : kOdd);
}

static void setMesh(ModuleDraft &d) {
  const std::string mesh = "#sdy.mesh<[" + axes(d.dice) + "]>";
  const Attribute attribute = parseAttribute(mesh, d.module.getContext());
  if (!attribute) return;
  OpBuilder builder = OpBuilder::atBlockBegin(d.module.getBody());
  if (Operation *known = meshOf(d.module)) {
    known->setAttr("mesh", attribute);
    return;
  }
  make(builder, "sdy.mesh", {}, {},
       {builder.getNamedAttr("sym_name", builder.getStringAttr("mesh")),
        builder.getNamedAttr("mesh", attribute)});
}

/// "<@mesh, [{"x"}, {?}]>" of a value of that rank.
static std::string sharding(Dice &dice, int64_t rank) {
  if (dice.chance(6)) return "<mesh<[], device_ids=[" + std::to_string(dice.below(5)) + "]>, []>";
  std::vector<std::string> axes = {"\"x\"", "\"y\""};
  if (dice.chance(20)) axes = {"\"x\":(1)2", "\"x\":(2)2", "\"y\""};
  if (dice.chance(10)) axes.push_back("\"z\"");
  std::string dims, replicated;
  for (int64_t dim = 0; dim < rank; ++dim) {
    std::string own;
    while (!axes.empty() && dice.chance(45)) {
      const size_t axis = dice.index(axes);
      own += (own.empty() ? "" : ", ") + axes[axis];
      if (!dice.chance(3)) axes.erase(axes.begin() + ptrdiff_t(axis));
    }
    if (dice.chance(35)) own += own.empty() ? "?" : ", ?";
    const bool hasPriority = !own.empty() && dice.chance(7);
    dims += (dim ? ", {" : "{") + own + "}" + (hasPriority ? "p1" : "");
  }
  if (!axes.empty() && dice.chance(10)) replicated = ", replicated={" + axes.front() + "}";
  if (!axes.empty() && dice.chance(5)) replicated = ", unreduced={" + axes.back() + "}";
  return "<@mesh, [" + dims + "]" + replicated + ">";
}

static void annotate(ModuleDraft &d) {
  const auto values = d.values();
  if (values.empty()) return;
  if (!meshOf(d.module)) setMesh(d);
  Value value = d.dice.pick(values);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type) return;
  MLIRContext *context = d.module.getContext();
  const std::string text = sharding(d.dice, type.getRank());
  if (auto result = dyn_cast<OpResult>(value)) {
    if (result.getOwner()->getNumResults() != 1) return;
    if (Attribute attribute = parseAttribute("#sdy.sharding_per_value<[" + text + "]>", context))
      result.getOwner()->setAttr("sdy.sharding", attribute);
    return;
  }
  auto function = dyn_cast<func::FuncOp>(value.getParentBlock()->getParentOp());
  if (Attribute attribute = parseAttribute("#sdy.sharding" + text, context); attribute && function)
    function.setArgAttr(cast<BlockArgument>(value).getArgNumber(), "sdy.sharding", attribute);
}

static void constrain(ModuleDraft &d) {
  if (!meshOf(d.module)) setMesh(d);
  Operation *op = d.someOp();
  if (!op || op->getNumResults() == 0) return;
  Value value = op->getResult(0);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type) return;
  const Attribute attribute =
      parseAttribute("#sdy.sharding" + sharding(d.dice, type.getRank()), d.module.getContext());
  if (!attribute) return;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Operation *placing = make(builder, d.dice.chance(70) ? "sdy.sharding_constraint" : "sdy.reshard",
                            type, value, builder.getNamedAttr("sharding", attribute));
  value.replaceAllUsesExcept(placing->getResult(0), placing);
}

static void bar(ModuleDraft &d) {
  Operation *op = d.someOp();
  if (!op || op->getNumResults() == 0) return;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  const Value value = op->getResult(0);
  const auto direction =
      builder.getStringAttr(d.dice.pick<const char *>({"NONE", "FORWARD", "BACKWARD"}));
  Operation *barrier = make(builder, "sdy.propagation_barrier", value.getType(), value,
                            builder.getNamedAttr("allowed_direction", direction));
  Value(value).replaceAllUsesExcept(barrier->getResult(0), barrier);
}

static void group(ModuleDraft &d) {
  if (!meshOf(d.module)) setMesh(d);
  Operation *op = d.someOp();
  if (!op || op->getNumResults() == 0) return;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  make(builder, "sdy.sharding_group", {}, op->getResult(0),
       builder.getNamedAttr("group_id", builder.getI64IntegerAttr(d.dice.below(2))));
}

/// The extents on a device, and dims that say so: some that divide are split.
static std::pair<std::string, SmallVector<int64_t>>
splitEvenly(Dice &dice, RankedTensorType type, const std::string &axis, int64_t devices) {
  SmallVector<int64_t> shape(type.getShape());
  std::string dims;
  bool used = false;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    const bool split = !used && extent % devices == 0 && dice.chance(60);
    used |= split;
    if (split) extent /= devices;
    dims += std::string(dim ? ", " : "") + (split ? "{" + axis + "}" : "{}");
  }
  return {"<@mesh, [" + dims + "]>", shape};
}

static RankedTensorType tensorType(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// Whether an op has one result, and operands of its shape.
static bool keepsShape(Operation *op) {
  if (!op || op->getNumResults() != 1 || op->getNumRegions() || op->getNumOperands() == 0)
    return false;
  const RankedTensorType result = tensorType(op->getResult(0));
  return result && llvm::all_of(op->getOperands(), [&](Value operand) {
           const RankedTensorType type = tensorType(operand);
           return type && type.getShape() == result.getShape();
         });
}

/// The op on each device, on operands of this shape.
static void addBody(OperationState &state, Operation *op, ArrayRef<int64_t> shape) {
  OpBuilder builder(op->getContext());
  const auto local = [&](Value value) {
    return RankedTensorType::get(shape, tensorType(value).getElementType());
  };
  SmallVector<Type> types;
  for (Value operand : op->getOperands())
    types.push_back(local(operand));
  Block *block = builder.createBlock(state.addRegion(), {}, types,
                                     SmallVector<Location>(types.size(), op->getLoc()));
  Operation *inside = builder.clone(*op);
  inside->setOperands(block->getArguments());
  inside->getResult(0).setType(local(op->getResult(0)));
  make(builder, "sdy.return", {}, inside->getResults());
}

/// An op becomes what each device does along axis x, or a part of it.
static void manual(ModuleDraft &d) {
  Operation *op = d.someOp();
  if (!keepsShape(op)) return;
  if (!meshOf(d.module)) setMesh(d);
  const std::string axis =
      d.dice.chance(75) ? "\"x\"" : d.dice.pick<const char *>({"\"x\":(1)2", "\"x\":(2)2"});
  const auto [text, local] =
      splitEvenly(d.dice, tensorType(op->getResult(0)), axis, d.dice.chance(80) ? 2 : 3);
  std::string ins;
  for (unsigned operand = 0; operand < op->getNumOperands(); ++operand)
    ins += (operand ? ", " : "") + text;
  const auto parsed = [&](const std::string &written) {
    return parseAttribute(written, op->getContext());
  };
  OperationState state(op->getLoc(), "sdy.manual_computation", op->getOperands(),
                       op->getResultTypes());
  state.addAttribute("in_shardings", parsed("#sdy.sharding_per_value<[" + ins + "]>"));
  state.addAttribute("out_shardings", parsed("#sdy.sharding_per_value<[" + text + "]>"));
  state.addAttribute("manual_axes", parsed("#sdy<manual_axes{" + axis + "}>"));
  addBody(state, op, local);
  OpBuilder builder(op);
  op->replaceAllUsesWith(builder.create(state));
  eraseUnused(op);
}

void changeShardings(ModuleDraft &d) {
  static const std::vector<void (*)(ModuleDraft &)> kChanges = {
      setMesh, annotate, annotate, annotate, constrain, constrain, bar, group, manual, manual};
  const auto change = d.dice.pick(kChanges);
  for (int64_t times = 1 + d.dice.below(4); times > 0; --times)
    change(d);
}

/// Before all users of a value: reshaped to a rank with extents of 1, and back.
void changeShapes(ModuleDraft &d) {
  const auto values = d.values();
  if (values.empty()) return;
  Value value = d.dice.pick(values);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type) return;
  auto shape = llvm::to_vector(type.getShape());
  for (int64_t count = d.dice.pick<int64_t>({1, 2, 10, 30}); count > 0; --count)
    shape.insert(shape.begin() + d.dice.below(int64_t(shape.size()) + 1), 1);
  if (d.dice.chance(30) && type.hasStaticShape()) shape = {type.getNumElements()};
  OpBuilder builder(d.module.getContext());
  builder.setInsertionPointAfterValue(value);
  if (isa<BlockArgument>(value)) builder.setInsertionPointToStart(value.getParentBlock());
  Operation *there = make(builder, "stablehlo.reshape",
                          RankedTensorType::get(shape, type.getElementType()), value);
  Operation *back = make(builder, "stablehlo.reshape", type, there->getResults());
  value.replaceAllUsesExcept(back->getResult(0), there);
}

} // namespace shardc::test
