// SPDX-License-Identifier: Apache-2.0
// Diagnostics on their way to the user.
#pragma once

#include "frontend/diagnostics.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>

namespace shardc {

struct PrinterOptions {
  bool json = false;    // a line of JSON for each
  bool verbose = false; // remarks, too
  bool warningsAreErrors = false;
  /// Words of -W: "no-NAME" silences a warning or remark, "error=NAME" makes it an error, "NAME"
  /// shows a remark; "error" is for all warnings.
  std::vector<std::string> warnings = {};
  /// Called with a place, a note's too, that may become another.
  std::function<void(Told &place)> move = {};
  /// Called before anything is printed, so that nothing else is in the way.
  std::function<void()> beforeMessage = {};
};

/// What is wrong with a word of -W; "" where it is fine.
std::string wrongWarningWord(llvm::StringRef word);

/// One diagnostic as a line of JSON.
std::string jsonLine(const Told &one);

/// Prints the diagnostics of a context while it lives, and counts them: with the line of the source
/// and a caret for files that it was given, in colour on a terminal.
class DiagnosticsPrinter {
public:
  DiagnosticsPrinter(mlir::MLIRContext &context, PrinterOptions options,
                     llvm::raw_ostream &out = llvm::errs());

  /// The text of a file that diagnostics may point into; it must outlive the printer.
  void addFile(llvm::StringRef name, llvm::StringRef text);
  /// Errors that point into `file` are told at `place`, as `who` is wrong there, with a note where.
  void tellElsewhere(llvm::StringRef file, mlir::Location place, llvm::StringRef who);

  /// Whether there was an error.
  bool failed() const { return errors > 0; }
  /// Of a compile with these diagnostics: what is wrong comes before what is not supported.
  Exit exitCode() const { return exit; }
  /// With its place; "" where there was none.
  const std::string &firstError() const { return first; }

private:
  struct File {
    llvm::StringRef text;
    std::vector<size_t> lines; // where each begins; found when the first is asked for
  };

  /// Of whom, and where, what is wrong with a file is told.
  struct Elsewhere {
    mlir::Location place;
    std::string who;
  };

  void handle(mlir::Diagnostic &diagnostic);
  Told atItsPlace(mlir::Diagnostic &diagnostic) const;
  bool decide(Told &one) const;
  void count(const Told &one);
  void printText(const Told &one);
  void printPlace(const Told &one, llvm::StringRef kind, llvm::raw_ostream::Colors colour);
  void printExcerpt(const Told &one);

  PrinterOptions options;
  llvm::raw_ostream &out;
  bool colours;
  llvm::StringMap<File> files;
  llvm::StringMap<Elsewhere> elsewhere; // by file
  std::string first;
  llvm::StringSet<> fixesTold;
  size_t errors = 0;
  Exit exit = Exit::done;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace shardc
