// SPDX-License-Identifier: Apache-2.0
// Functions, calls and returns first get the parts of their tuples, one level deep, beside ops that
// put them together again; when no function has any left, each part that is taken of a tuple is the
// operand that went in.
#include "frontend/ir/tuples.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/dialects.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

static bool isTuple(Type type) { return isa<TupleType>(type); }

/// The types with the parts of tuples for these.
static SmallVector<Type> apart(TypeRange types) {
  SmallVector<Type> parts;
  for (Type type : types)
    if (auto tuple = dyn_cast<TupleType>(type))
      llvm::append_range(parts, tuple.getTypes());
    else
      parts.push_back(type);
  return parts;
}

/// The values with the parts of tuples, which are taken here, for these.
static SmallVector<Value> apart(OpBuilder &builder, Location loc, ValueRange values) {
  SmallVector<Value> parts;
  for (Value value : values) {
    auto tuple = dyn_cast<TupleType>(value.getType());
    if (!tuple) {
      parts.push_back(value);
      continue;
    }
    for (auto [index, type] : llvm::enumerate(tuple.getTypes()))
      parts.push_back(stablehlo::GetTupleElementOp::create(builder, loc, type, value, index));
  }
  return parts;
}

/// Takes from `parts`, in order, what stands for a value: itself, or a tuple that is put together.
static Value together(OpBuilder &builder, Location loc, Type type, ValueRange &parts) {
  auto tuple = dyn_cast<TupleType>(type);
  const size_t count = tuple ? tuple.size() : 1;
  const ValueRange own = parts.take_front(count);
  parts = parts.drop_front(count);
  return tuple ? stablehlo::TupleOp::create(builder, loc, type, own).getResult() : own.front();
}

/// Attributes of arguments or results, which tuples have none of.
static ArrayAttr spread(ArrayAttr given, TypeRange types) {
  if (!given) return given;
  SmallVector<Attribute> all;
  for (auto [each, type] : llvm::zip_equal(given, types)) {
    auto tuple = dyn_cast<TupleType>(type);
    const Attribute none = DictionaryAttr::get(given.getContext());
    all.append(tuple ? tuple.size() : 1, tuple ? none : each);
  }
  return ArrayAttr::get(given.getContext(), all);
}

/// One in generic form may lack its type, which is told later.
static bool hasTuples(func::FuncOp function) {
  if (!function.getFunctionTypeAttr()) return false;
  const FunctionType type = function.getFunctionType();
  return llvm::any_of(type.getInputs(), isTuple) || llvm::any_of(type.getResults(), isTuple);
}

static void takeApart(func::FuncOp function) {
  if (!hasTuples(function)) return;
  const FunctionType type = function.getFunctionType();
  if (ArrayAttr given = spread(function.getArgAttrsAttr(), type.getInputs()))
    function.setArgAttrsAttr(given);
  if (ArrayAttr given = spread(function.getResAttrsAttr(), type.getResults()))
    function.setResAttrsAttr(given);
  function.setFunctionType(
      FunctionType::get(function.getContext(), apart(type.getInputs()), apart(type.getResults())));
  if (function.isExternal()) return;
  Block &body = function.front();
  const size_t count = body.getNumArguments();
  for (size_t k = 0; k < count; ++k)
    for (Type part : apart(body.getArgument(k).getType()))
      body.addArgument(part, body.getArgument(k).getLoc());
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  const SmallVector<Value> added(body.getArguments().drop_front(count));
  ValueRange parts = added;
  for (BlockArgument old : body.getArguments().take_front(count))
    old.replaceAllUsesWith(together(builder, old.getLoc(), old.getType(), parts));
  body.eraseArguments(0, count);
  Operation *end = body.getTerminator();
  builder.setInsertionPoint(end);
  end->setOperands(apart(builder, end->getLoc(), end->getOperands()));
}

static void takeApart(func::CallOp call) {
  if (llvm::none_of(call.getOperandTypes(), isTuple) &&
      llvm::none_of(call.getResultTypes(), isTuple))
    return;
  OpBuilder builder(call);
  const SmallVector<Value> operands = apart(builder, call.getLoc(), call.getOperands());
  auto other = func::CallOp::create(builder, call.getLoc(), call.getCallee(),
                                    apart(call.getResultTypes()), operands);
  other->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  ValueRange parts = other.getResults();
  for (Value result : call.getResults())
    result.replaceAllUsesWith(together(builder, call.getLoc(), result.getType(), parts));
  call.erase();
}

static bool hasTuples(ModuleOp program) {
  return llvm::any_of(program.getOps<func::FuncOp>(),
                      [](func::FuncOp function) { return hasTuples(function); });
}

static LogicalResult takeFromTuple(stablehlo::GetTupleElementOp part) {
  auto made = part.getOperand().getDefiningOp<stablehlo::TupleOp>();
  if (!made || part.getIndex() >= made.getVal().size())
    return report(part.getLoc(), Diag::unsupported_op)
           << (made ? "the tuple has no such element"
                    : "only tuples of 'stablehlo.tuple' and of functions are taken apart");
  part.getResult().replaceAllUsesWith(made.getVal()[part.getIndex()]);
  part.erase();
  return success();
}

LogicalResult takeTuplesApart(ModuleOp program) {
  while (hasTuples(program)) {
    SmallVector<func::CallOp> calls;
    program.walk([&](func::CallOp call) { calls.push_back(call); });
    for (func::FuncOp function : program.getOps<func::FuncOp>())
      takeApart(function);
    for (func::CallOp call : calls)
      takeApart(call);
  }
  bool good = true;
  SmallVector<stablehlo::TupleOp> left;
  SmallVector<stablehlo::GetTupleElementOp> parts;
  program.walk([&](Operation *op) {
    if (auto tuple = dyn_cast<stablehlo::TupleOp>(op)) left.push_back(tuple);
    if (auto part = dyn_cast<stablehlo::GetTupleElementOp>(op)) parts.push_back(part);
  });
  for (stablehlo::GetTupleElementOp part : parts)
    good &= succeeded(takeFromTuple(part));
  for (stablehlo::TupleOp tuple : llvm::reverse(left))
    if (tuple->use_empty()) tuple.erase();
  return success(good);
}

} // namespace shardc
