// SPDX-License-Identifier: Apache-2.0
#include "cli/tell.h"

#include "frontend/diagnostics_printer.h"
#include "shardc/error.h"

#include "llvm/Support/raw_ostream.h"

namespace shardc {

static const char *idOf(Exit exit) {
  switch (exit) {
  case Exit::done:
  case Exit::bug:
    break;
  case Exit::wrongInput:
    return "wrong-input";
  case Exit::usage:
    return "usage";
  case Exit::unsupported:
    return "unsupported";
  case Exit::differs:
    return "differs";
  case Exit::environment:
    return "environment";
  }
  return "bug";
}

int fail(const CommandOptions &options, Exit exit, const llvm::Twine &what) {
  Told told;
  told.severity = mlir::DiagnosticSeverity::Error;
  told.id = idOf(exit);
  told.message = what.str();
  if (options.jsonDiagnostics)
    llvm::errs() << jsonLine(told);
  else
    llvm::errs() << "shardc: " << runtime::one_line(told.message) << "\n";
  return static_cast<int>(exit);
}

int environmentError(const CommandOptions &options, const llvm::Twine &what) {
  return fail(options, Exit::environment, what);
}

} // namespace shardc
