// SPDX-License-Identifier: Apache-2.0
// A diagnostic has a location and no op, so functions are found by the locations of what is in
// them. That takes one walk through the program, which waits for the first error. The error may be
// the verifier's, so nothing is taken for granted of what is walked through: a call may lack its
// callee.
#include "frontend/ir/callers.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardc {

/// More calls of one function than these say nothing new.
static constexpr size_t kMostNotes = 4;

struct CallerNotes::Functions {
  llvm::DenseMap<Attribute, func::FuncOp> around; // of what has this location
  llvm::DenseMap<StringAttr, SmallVector<func::CallOp, 2>> callsOf;

  explicit Functions(ModuleOp program) {
    for (auto function : program.getOps<func::FuncOp>())
      function.walk([&](Operation *op) { add(op, function); });
  }

  void add(Operation *op, func::FuncOp function) {
    around.try_emplace(op->getLoc(), function);
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        around.try_emplace(argument.getLoc(), function);
    auto call = dyn_cast<func::CallOp>(op);
    if (call && call.getCalleeAttr()) callsOf[call.getCalleeAttr().getAttr()].push_back(call);
  }

  void note(Diagnostic &error) const {
    llvm::SetVector<func::FuncOp> open;
    open.insert(around.lookup(LocationAttr(error.getLocation())));
    size_t notes = 0;
    for (size_t i = 0; i < open.size(); ++i) {
      func::FuncOp function = open[i];
      if (!function || !function.isPrivate()) return;
      const auto calls = callsOf.find(function.getSymNameAttr());
      if (calls == callsOf.end()) continue;
      for (func::CallOp call : calls->second) {
        if (notes++ == kMostNotes) return;
        error.attachNote(call.getLoc()) << "called from";
        open.insert(call->getParentOfType<func::FuncOp>());
      }
    }
  }
};

CallerNotes::CallerNotes(ModuleOp program)
    : handler(program.getContext(), [this, program](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error) return failure();
        if (!functions) functions = std::make_unique<Functions>(program);
        functions->note(diagnostic);
        return failure(); // others tell it
      }) {}

CallerNotes::~CallerNotes() = default;

} // namespace shardc
