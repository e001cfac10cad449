// SPDX-License-Identifier: Apache-2.0
#include "analysis/stage.h"

#include "analysis/common_ops.h"
#include "analysis/data_flow.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/builder.h"
#include "frontend/ir/manual.h"
#include "frontend/ir/names.h"
#include "frontend/ir/shardable.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardc {

/// The location of an op that came out of a call: its own, reached through the call's.
static Location through(Location callee, Location call) { return CallSiteLoc::get(callee, call); }

namespace {

/// Inlines calls depth first, innermost last, and knows which functions are open.
class Inliner {
public:
  explicit Inliner(ModuleOp program) : symbols(program) {}

  LogicalResult run(func::FuncOp function) {
    if (!llvm::hasSingleElement(function.getBody()))
      return report(function.getLoc(), Diag::unsupported_op)
             << "function '" << function.getSymName()
             << "' has several blocks; write loops and branches as ops with regions";
    if (!open.insert(function)) return recursion(function);
    SmallVector<func::CallOp> calls;
    function.walk([&](func::CallOp call) { calls.push_back(call); });
    for (func::CallOp call : calls)
      if (failed(inlineCall(call))) return failure();
    open.remove(function);
    return success();
  }

private:
  LogicalResult recursion(func::FuncOp function) {
    return report(function.getLoc(), Diag::recursion)
           << "function '" << function.getSymName() << "' calls itself";
  }

  LogicalResult inlineCall(func::CallOp call) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee || callee.isExternal())
      return report(call.getLoc(), Diag::unknown_function)
             << "function '" << call.getCallee() << "' has no body here";
    if (!done.contains(callee)) {
      if (failed(run(callee))) return failure();
      done.insert(callee);
    }
    OpBuilder builder(call);
    IRMapping map;
    map.map(callee.getArguments(), call.getOperands());
    for (Operation &op : callee.front().without_terminator())
      builder.clone(op, map)->setLoc(through(op.getLoc(), call.getLoc()));
    auto results = callee.front().getTerminator()->getOperands();
    for (auto [result, value] : llvm::zip(call.getResults(), results))
      result.replaceAllUsesWith(map.lookupOrDefault(value));
    call.erase();
    return success();
  }

  SymbolTable symbols;
  llvm::SetVector<func::FuncOp> open;
  llvm::DenseSet<func::FuncOp> done;
};

} // namespace

static void dropOtherFunctions(ModuleOp program, func::FuncOp entry) {
  for (auto function : llvm::make_early_inc_range(program.getOps<func::FuncOp>()))
    if (function != entry) function.erase();
}

static void dropDeadOps(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (isOpTriviallyDead(&op)) {
      op.erase();
      continue;
    }
    if (!isa<DataFlowOp>(op)) continue;
    for (Region &region : op.getRegions())
      dropDeadOps(region.front());
  }
}

/// Every op left has a formula, or regions that take turns: later stages ask without a doubt.
static LogicalResult requireFormulas(func::FuncOp entry) {
  bool ok = true;
  forEachOp(entry.front(), [&](Operation *op) {
    if (isa<ShardableOp, DataFlowOp>(op)) return;
    ok = false;
    report(op->getLoc(), Diag::unsupported_op)
        << "'" << op->getName().getStringRef() << "' cannot be compiled "
        << (isCollective(op) ? "outside of a manual computation" : "yet");
  });
  return success(ok);
}

LogicalResult normalise(ModuleOp program) {
  func::FuncOp entry = entryOf(program);
  if (!entry || entry.isExternal())
    return report(program.getLoc(), Diag::no_entry)
           << "the program has no public function with a body";
  if (failed(Inliner(program).run(entry))) return failure();
  dropOtherFunctions(program, entry);
  if (failed(expandAll(entry))) return failure();
  shareUnchanged(entry.front());
  dropDeadOps(entry.front());
  mergeEqualOps(entry.front());
  if (failed(requireFormulas(entry))) return failure();
  forEachOp(entry.front(), [](Operation *op) {
    if (isa<DataFlowOp>(op)) nameAlike(op);
  });
  return success();
}

} // namespace shardc
