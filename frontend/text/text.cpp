// SPDX-License-Identifier: Apache-2.0
#include "frontend/text/text.h"

#include "frontend/diagnostics.h"
#include "frontend/error_limit.h"
#include "frontend/text/scan.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace shardc {

/// Brackets within brackets; programs have about twenty.
static constexpr int kMostNested = 256;

bool acceptsText(StringRef text) {
  text = text.ltrim();
  return !text.empty() && (llvm::isAlpha(text[0]) || StringRef("#!/\"%").contains(text[0]));
}
bool acceptsBytecode(StringRef text) { return text.starts_with("ML\xEFR"); }

OwningOpRef<ModuleOp> readBytecode(MLIRContext &context, StringRef, StringRef fileName, Files &) {
  (void)(report(FileLineColLoc::get(&context, fileName, 1, 1), Diag::bytecode)
         << "this is MLIR bytecode; shardc reads text: write what "
            "'jax.jit(f).lower(...).as_text()' prints");
  return {};
}

/// The place of a byte of the text.
static Location locationOf(MLIRContext &context, StringRef fileName, StringRef text, size_t at) {
  const StringRef before = text.take_front(at);
  const size_t line = before.count('\n') + 1, lineStart = before.rfind('\n') + 1;
  return FileLineColLoc::get(&context, fileName, line, at - lineStart + 1);
}

OwningOpRef<ModuleOp> readText(MLIRContext &context, StringRef text, StringRef fileName, Files &) {
  if (const auto at = nestedTooDeeply(text, kMostNested)) {
    (void)(report(locationOf(context, fileName, text, *at), Diag::too_deep)
           << "brackets are nested more than " << kMostNested << " deep");
    return {};
  }
  ErrorLimit limit(&context);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(packBooleans(text), fileName),
                             SMLoc());
  const ParserConfig config(&context, /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, config);
  if (!module || failed(checkSupported(*module))) return {};
  return module;
}

} // namespace shardc
