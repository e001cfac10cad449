// SPDX-License-Identifier: Apache-2.0
#include "analysis/program/normalise.h"

#include "analysis/program/common_ops.h"
#include "analysis/program/data_flow.h"
#include "analysis/program/inline_calls.h"
#include "analysis/program/simplify_loops.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/interfaces/manual.h"
#include "frontend/ir/interfaces/shardable.h"
#include "frontend/ir/names.h"
#include "frontend/ir/rows_of_factors.h"
#include "frontend/ir/separate_reductions.h"
#include "frontend/ir/wide_sums.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace shardc {

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
  if (failed(inlineCalls(program, entry))) return failure();
  separateReductions(entry);
  splitNarrowSums(entry);
  if (failed(expandAll(entry))) return failure();
  splitNarrowSums(entry); // of what ops are made of
  markRowsOfFactors(entry);
  inlineShortLoops(entry.front());
  dropUnneededCarries(entry);
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
