// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/calls/own/own_references.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/names.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace shardc {

LogicalResult checkReference(Operation *op, const CustomOpEntry &entry) {
  if (!entry.reference) return success();
  func::FuncOp reference = entryOf(entry.reference->program->get());
  const FunctionType type =
      FunctionType::get(op->getContext(), op->getOperandTypes(), op->getResultTypes());
  if (reference.getFunctionType() == type) return success();
  Report error = report(op->getLoc(), Diag::type_mismatch);
  error << "this is " << type << ", and its reference is " << reference.getFunctionType();
  error.note(reference.getLoc()) << "the reference";
  return error;
}

/// A reference that says what each device does says it of a mesh: which has to be the program's.
static LogicalResult takeMeshes(Operation *op, const CustomOpEntry &entry) {
  auto program = op->getParentOfType<ModuleOp>();
  OpBuilder builder = OpBuilder::atBlockBegin(program.getBody());
  for (auto mesh : entry.reference->program->get().getOps<sdy::MeshOp>()) {
    auto own = program.lookupSymbol<sdy::MeshOp>(mesh.getSymName());
    if (!own) {
      builder.clone(*mesh);
    } else if (own.getMesh() != mesh.getMesh()) {
      Report error = report(mesh.getLoc(), Diag::several_meshes);
      error << "the reference of '" << shown(entry.target) << "' is over another mesh '"
            << mesh.getSymName() << "' than the program";
      error.note(own.getLoc()) << "the program's";
      return error;
    }
  }
  return success();
}

static void callCopy(Operation *op, const CustomOpEntry &entry) {
  auto program = op->getParentOfType<ModuleOp>();
  OpBuilder builder(program.getBodyRegion());
  builder.setInsertionPointToEnd(program.getBody());
  ModuleOp reference = entry.reference->program->get();
  const std::string prefix = "reference of " + entry.target + entry.form + ".",
                    name = prefix + entryOf(reference).getName().str();
  const bool isThere = program.lookupSymbol(name) != nullptr;
  for (func::FuncOp function : reference.getOps<func::FuncOp>()) {
    if (isThere) break;
    auto copy = cast<func::FuncOp>(builder.clone(*function));
    copy.setName(prefix + function.getName().str());
    copy.setPrivate();
    copy.walk([&](func::CallOp call) { call.setCallee(prefix + call.getCallee().str()); });
  }
  auto called = program.lookupSymbol<func::FuncOp>(name);
  builder.setInsertionPoint(op);
  auto call = func::CallOp::create(builder, op->getLoc(), called, op->getOperands());
  op->replaceAllUsesWith(call.getResults());
  op->erase();
}

LogicalResult callReference(Operation *op, const CustomOpEntry &entry) {
  if (failed(takeMeshes(op, entry))) return failure();
  callCopy(op, entry);
  return success();
}

} // namespace shardc
