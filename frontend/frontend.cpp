// SPDX-License-Identifier: Apache-2.0
#include "frontend/frontend.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/callers.h"
#include "frontend/ir/interfaces/verified.h"
#include "frontend/ir/load.h"
#include "frontend/ir/names.h"
#include "frontend/ir/sharding/rewrites/annotations.h"
#include "frontend/ir/sharding/rewrites/manual_calls.h"
#include "frontend/ir/sharding/rewrites/map_program.h"
#include "frontend/ir/sharding/rewrites/program_hlo.h"
#include "frontend/ir/sharding/rewrites/program_mesh.h"
#include "frontend/ir/tables/attribute_table.h"
#include "frontend/json/program.h"
#include "frontend/text/text.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace shardc {

static const Reader kReaders[] = {
    {"bytecode", "MLIR bytecode (refused: print text)", acceptsBytecode, refuseBytecode},
    {"hlo", "HLO text (refused: print StableHLO)", acceptsHlo, refuseHlo},
    {"json", "JSON in StableHLO's words", looksLikeJson, readJsonProgram},
    {"stablehlo", "StableHLO text, as JAX prints it", acceptsText, readText},
};

llvm::ArrayRef<Reader> readers() { return kReaders; }

std::unique_ptr<MLIRContext> makeContext() {
  auto context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
  loadDialects(*context);
  // JAX adds attributes of mhlo and jax to functions; ops of other dialects are refused by readers.
  context->allowUnregisteredDialects();
  return context;
}

static LogicalResult verifyOnce(ModuleOp module) {
  const VerifyOnce once(*module.getContext());
  return verify(module);
}

OwningOpRef<ModuleOp> readProgram(MLIRContext &context, StringRef text, StringRef fileName,
                                  Files &files) {
  const Location start = FileLineColLoc::get(&context, fileName, 1, 1);
  if (text.size() > kMostProgramBytes) {
    (void)(report(start, Diag::too_large)
           << "the program has more than " << kMostProgramBytes << " bytes");
    return {};
  }
  const auto *reader = llvm::find_if(readers(), [&](const Reader &r) { return r.accepts(text); });
  if (reader == readers().end()) {
    (void)(report(start, Diag::unknown_reader)
           << "the file is neither a JSON program nor StableHLO text");
    return {};
  }
  OwningOpRef<ModuleOp> module = reader->read(context, text, fileName, files);
  if (!module) return {};
  const CallerNotes callers(*module);
  if (files.map && !files.map->empty()) countReplicasAsPartitions(*module);
  if (failed(checkAttributes(*module)) || failed(settleMesh(*module)) ||
      failed(readHloShardings(*module)) || failed(formManualComputations(*module)) ||
      failed(verifyOnce(*module)))
    return {};
  if (!entryOf(*module)) {
    (void)(report(start, Diag::no_entry)
           << "the program has no function to compile: make one public, best named 'main'");
    return {};
  }
  constrainAnnotated(*module);
  if (!module->getName()) module->setName(llvm::sys::path::stem(fileName));
  return module;
}

} // namespace shardc
