// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/verbs.h"

#include "llvm/Support/raw_ostream.h"

namespace shardc {

int init(const CommandOptions &options) {
  Compilation compilation(options);
  if (failed(read(compilation))) return failureCode(compilation);
  llvm::outs() << configToFillIn(*compilation.program);
  return 0;
}

} // namespace shardc
