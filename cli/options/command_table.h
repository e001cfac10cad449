// SPDX-License-Identifier: Apache-2.0
// The one table of verbs and options, for the parser and for what is generated from it.
#pragma once

#include "cli/options/options.h"
#include "frontend/diagnostics.h"

#include "llvm/ADT/ArrayRef.h"

namespace CLI {
class App;
}

namespace shardc {

/// Adds all that the command line takes to a new `app`. Parsing it fills `options`, which has to
/// live as long.
void addCommandTable(CLI::App &app, CommandOptions &options);

struct ExitCode {
  Exit code;
  const char *meaning;
};
/// Every exit code of the command line, in their order.
llvm::ArrayRef<ExitCode> exitCodes();

} // namespace shardc
