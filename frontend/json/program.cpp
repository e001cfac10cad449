// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/program.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/ir/calls/routines/library_calls.h"
#include "frontend/ir/calls/routines/routine_calls.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/fallback.h"
#include "frontend/json/ops/functions.h"
#include "frontend/messages/gathered_errors.h"

#include "mlir/IR/Verifier.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace shardc {

bool looksLikeJson(StringRef text) {
  text.consume_front("\xEF\xBB\xBF");
  text = text.ltrim();
  return text.starts_with("{") || text.starts_with("[");
}

/// A program without a name is called after its file.
static std::string nameOf(const json::ProgramForm &form, StringRef fileName) {
  if (!form.name.empty()) return form.name;
  StringRef stem = llvm::sys::path::stem(fileName);
  return stem.empty() || stem == "-" ? "program" : stem.str();
}

/// Calls become what a config says, or what libraries' functions of that name do.
static LogicalResult bindOrRefuse(ModuleOp program, CustomOps *declared) {
  CustomOps unlisted; // where there is no list of them
  CustomOps &ops = declared ? *declared : unlisted;
  if (failed(bindCustomCalls(program, declared))) return failure();
  bool good = true;
  program.walk([&](Operation *op) {
    const StringRef target = targetOf(op);
    const bool isRead = target.empty() || isLibraryTarget(target) ||
                        (isRoutineTarget(target) && !lacksLibrary(target, ops.libraries));
    good &= isRead || succeeded(reportUndefinedOp(op));
  });
  return success(good && succeeded(expandLibraryCalls(program, ops)) &&
                 succeeded(bindRoutineCalls(program, ops)));
}

OwningOpRef<ModuleOp> readJsonProgram(MLIRContext &context, StringRef text, StringRef fileName,
                                      Files &files) {
  std::unique_ptr<const json::Document> document = json::Document::parse(context, text, fileName);
  if (!document) return nullptr;
  std::optional<json::ProgramForm> form = json::readForm(document->root());
  if (!form) return nullptr;
  GatheredErrors gathered(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(document->root().loc(), nameOf(*form, fileName));
  const ErrorLimit errors(&context);
  json::ProgramBuilder builder(*module, *form, files, errors);
  if (failed(builder.readMain()) || failed(bindOrRefuse(*module, files.customOps)) ||
      failed(verify(*module)))
    return nullptr;
  return module;
}

} // namespace shardc
