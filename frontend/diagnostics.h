// SPDX-License-Identifier: Apache-2.0
// Every message that a user of shardc may get about a program, a config or data: one table.
#pragma once

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>
#include <vector>

namespace shardc {

/// Exit codes of the command line and of bundles.
enum class Exit : int {
  done = 0,
  wrongInput = 1,
  usage = 2,
  unsupported = 3,
  differs = 4,
  environment = 5,
  bug = 70
};

enum class Diag : uint16_t {
#define DIAGNOSTIC(id, ...) id,
#include "frontend/diagnostics.def"
#undef DIAGNOSTIC
};

struct DiagInfo {
  const char *id; // "unknown-op": stable; at the end of the message in brackets, and for -W
  mlir::DiagnosticSeverity severity;
  Exit exit;           // of a compile that ends with it
  const char *summary; // what it means
  const char *fix;     // a way out, for `shardc list errors`
};
const DiagInfo &info(Diag id);
llvm::ArrayRef<DiagInfo> diagnosticTable();

/// A diagnostic being written: `return report(loc, Diag::unknown_op) << "unknown op '" << name <<
/// "'"`. The message ends with its id in brackets. Converts to failure. Notes carry the other side
/// of a conflict, and the fix.
class Report {
public:
  Report(mlir::Location loc, Diag id);
  Report(Report &&) = default;
  ~Report();

  template <typename Arg>
  Report &operator<<(Arg &&arg) & {
    diagnostic << std::forward<Arg>(arg);
    return *this;
  }
  template <typename Arg>
  Report &&operator<<(Arg &&arg) && {
    diagnostic << std::forward<Arg>(arg);
    return std::move(*this);
  }
  mlir::Diagnostic &note(std::optional<mlir::Location> loc = std::nullopt) {
    return diagnostic.attachNote(loc);
  }
  operator mlir::LogicalResult() const { return mlir::failure(); }
  operator mlir::ParseResult() const { return mlir::failure(); }
  template <typename T>
  operator mlir::FailureOr<T>() const {
    return mlir::failure();
  }

private:
  Diag id;
  mlir::InFlightDiagnostic diagnostic;
};
Report report(mlir::Location loc, Diag id);

/// The closest of `choices` to what was typed, if any is close: for "did you mean".
llvm::StringRef closest(llvm::StringRef typed, llvm::ArrayRef<llvm::StringRef> choices);
/// "; did you mean 'x'?", or nothing where no choice is close.
std::string didYouMean(llvm::StringRef typed, llvm::ArrayRef<llvm::StringRef> choices);
/// A user's name as part of a message: long ones are cut.
std::string shown(llvm::StringRef name);

/// One diagnostic as it is told to the user.
struct Told {
  mlir::DiagnosticSeverity severity;
  std::string id; // "" where MLIR itself speaks (syntax, verifiers): shown as "mlir"
  std::string message;
  std::string file;
  unsigned line = 0, column = 0;
  std::vector<Told> notes;
};
/// Whether a file is of an installed Python package: its lines are not the user's.
bool isInPackage(llvm::StringRef file);

/// Splits a diagnostic into its parts (location looked up through names, fusions and calls). Of
/// several places the user's own count; an error's first notes are those that its place is called
/// from.
Told told(mlir::Diagnostic &diagnostic);

} // namespace shardc
