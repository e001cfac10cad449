// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/verbs.h"
#include "codegen/bundle.h"

#include "llvm/Support/raw_ostream.h"

namespace shardc {

int plan(const CommandOptions &options) {
  Compilation compilation(options);
  if (failed(read(compilation)) || failed(runStages(compilation))) return failureCode(compilation);
  if (printedStage(compilation)) return 0;
  llvm::outs() << (options.json ? planJson(*compilation.plan) : planTable(*compilation.plan));
  return 0;
}

} // namespace shardc
