// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/verbs.h"
#include "codegen/report/facts.h"
#include "codegen/report/text.h"

#include "llvm/Support/raw_ostream.h"

namespace shardc {

int check(const CommandOptions &options) {
  Compilation compilation(options);
  if (failed(read(compilation)) || failed(runStages(compilation))) return failureCode(compilation);
  const Plan &plan = *compilation.plan;
  llvm::errs() << "shardc: '" << plan.name
               << "' is right: " << text::count(plan.inputs.size(), "input") << ", "
               << text::count(plan.outputs.size(), "output") << ", "
               << text::count(plan.devices(), facts::unit(plan)) << "\n";
  return 0;
}

} // namespace shardc
