// SPDX-License-Identifier: Apache-2.0
#include "cli/telling/tell.h"

#include "frontend/messages/diagnostics_printer.h"
#include "frontend/messages/excerpt.h"

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

static void print(const CommandOptions &options, const Told &told) {
  if (options.jsonDiagnostics) {
    llvm::errs() << jsonLine(told);
    return;
  }
  llvm::errs() << "shardc: " << printable(told.message) << "\n";
  for (const Told &note : told.notes) {
    if (!note.file.empty())
      llvm::errs() << printable(note.file) << ":" << note.line << ":" << note.column << ": ";
    llvm::errs() << "note: " << printable(note.message) << "\n";
  }
}

int fail(const CommandOptions &options, Exit exit, const llvm::Twine &what,
         std::vector<Told> notes) {
  Told told;
  told.severity = mlir::DiagnosticSeverity::Error;
  told.id = idOf(exit);
  told.message = what.str();
  told.notes = std::move(notes);
  print(options, told);
  return static_cast<int>(exit);
}

int environmentError(const CommandOptions &options, const llvm::Twine &what) {
  return fail(options, Exit::environment, what);
}

void say(const CommandOptions &options, llvm::StringRef id, const llvm::Twine &what) {
  Told told;
  told.severity = mlir::DiagnosticSeverity::Remark;
  told.id = id.str();
  told.message = what.str();
  print(options, told);
}

} // namespace shardc
