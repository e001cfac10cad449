// SPDX-License-Identifier: Apache-2.0
#include "frontend/diagnostics.h"
#include "frontend/ir/callers.h"
#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/ir/calls/routines/library_calls.h"
#include "frontend/ir/calls/routines/routine_calls.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/fallback.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/tables/advice.h"
#include "frontend/text/text.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace shardc {

static bool isReadRoutine(StringRef target, const CustomOps *ops) {
  return isRoutineTarget(target) && !lacksLibrary(target, ops ? ops->libraries : Libraries());
}

static LogicalResult checkOp(Operation *op, ModuleOp module, const CustomOps *ops) {
  if (isa<func::FuncOp, func::CallOp, func::ReturnOp>(op) || op == module) return success();
  const StringRef name = op->getName().getStringRef();
  const StringRef dialect = name.split('.').first;
  const bool ours =
      llvm::StringSwitch<bool>(dialect).Cases({"stablehlo", "chlo", "sdy"}, true).Default(false);
  if (!ours)
    return report(op->getLoc(), Diag::foreign_op)
           << "'" << name << "' is of a dialect that shardc does not read";
  const bool isRead = op->isRegistered() || isKnownCall(op) || isLibraryTarget(targetOf(op)) ||
                      isReadRoutine(targetOf(op), ops) || (ops && isDeclared(*ops, targetOf(op)));
  return isRead ? success() : reportUndefinedOp(op);
}

/// The element type of a tensor where that is what is not supported, else none.
static Type wrongElement(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) return nullptr;
  const Type element = tensor.getElementType();
  return typeOf(RankedTensorType::get({}, element)) ? nullptr : element;
}

static LogicalResult checkType(Type type, Location loc) {
  if (typeOf(type)) return success();
  const Type element = wrongElement(type);
  if (!element) return reportUnsupported(loc, "a value", type);
  // Without the shape: values of one element type are one cause.
  std::string name;
  llvm::raw_string_ostream(name) << element;
  Report error = report(loc, Diag::unsupported_type);
  error << "values of '" << name << "' cannot be compiled yet";
  advise(error, loc, name);
  return error;
}

/// Types of what an op computes, and of what its regions take; `known` are those that are right.
static LogicalResult checkTypes(Operation *op, llvm::DenseSet<Type> &known) {
  bool good = true;
  const auto check = [&](Value value) {
    const Type type = value.getType();
    if (known.contains(type)) return;
    if (succeeded(checkType(type, value.getLoc())))
      known.insert(type);
    else
      good = false;
  };
  llvm::for_each(op->getResults(), check);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::for_each(block.getArguments(), check);
  return success(good);
}

FailureOr<OpNames> checkSupported(ModuleOp module, const CustomOps *ops) {
  const CallerNotes callers(module);
  llvm::DenseSet<Type> known;
  OpNames names;
  bool good = true;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    const bool isKnown = op->isRegistered() && names.contains(op->getName());
    // Values of an op that is refused are their own business.
    if (!isKnown && failed(checkOp(op, module, ops))) {
      good = false;
      return WalkResult::skip();
    }
    if (op != module) names.insert(op->getName());
    good &= succeeded(checkTypes(op, known));
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function) return WalkResult::advance();
    // One in generic form may lack the parts that are asked for here.
    if (failed(verify(function, /*verifyRecursively=*/false))) {
      good = false;
    } else if (function.isDeclaration()) {
      good = false;
      (void)(report(op->getLoc(), Diag::unknown_function)
             << "function '@" << function.getName() << "' has no body");
    }
    return WalkResult::advance();
  });
  if (!good) return failure();
  return names;
}

} // namespace shardc
