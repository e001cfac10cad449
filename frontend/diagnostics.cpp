// SPDX-License-Identifier: Apache-2.0
#include "frontend/diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <numeric>

namespace shardc {

static const DiagInfo table[] = {
#define DIAGNOSTIC(id, shownId, severity, exit, summary, fix)                                      \
  {shownId, mlir::DiagnosticSeverity::severity, Exit::exit, summary, fix},
#include "frontend/diagnostics.def"
#undef DIAGNOSTIC
};

llvm::ArrayRef<DiagInfo> diagnosticTable() { return table; }

const DiagInfo &info(Diag id) { return table[static_cast<size_t>(id)]; }

static mlir::InFlightDiagnostic begin(mlir::Location loc, Diag id) {
  switch (info(id).severity) {
  case mlir::DiagnosticSeverity::Error:
    return mlir::emitError(loc);
  case mlir::DiagnosticSeverity::Warning:
    return mlir::emitWarning(loc);
  case mlir::DiagnosticSeverity::Note:
  case mlir::DiagnosticSeverity::Remark:
    return mlir::emitRemark(loc);
  }
  llvm_unreachable("a severity");
}

Report::Report(mlir::Location loc, Diag id) : id(id), diagnostic(begin(loc, id)) {}

Report::~Report() {
  // A moved-from report has nothing left to say.
  if (diagnostic.getUnderlyingDiagnostic()) diagnostic << " [" << info(id).id << "]";
}

Report report(mlir::Location loc, Diag id) { return Report(loc, id); }

/// How many letters must be added, dropped, replaced or swapped with their neighbour, at least.
static size_t distance(llvm::StringRef a, llvm::StringRef b) {
  std::vector<size_t> before, previous(b.size() + 1), current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), 0);
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      bool same = llvm::toLower(a[i - 1]) == llvm::toLower(b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + !same});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        current[j] = std::min(current[j], before[j - 2] + 1);
    }
    before = previous;
    std::swap(previous, current);
  }
  return previous[b.size()];
}

llvm::StringRef closest(llvm::StringRef typed, llvm::ArrayRef<llvm::StringRef> choices) {
  // Distances cost the product of the lengths: nothing is near a name of thousands of characters.
  // The first choices are enough for a guess, and few enough to be compared with all that is wrong.
  constexpr size_t longest = 100, most = 1000;
  if (typed.empty() || typed.size() > longest) return "";
  llvm::StringRef best;
  size_t bestDistance = std::max<size_t>(1, typed.size() / 3) + 1;
  for (llvm::StringRef choice : choices.take_front(most)) {
    size_t lengths[] = {typed.size(), choice.size()};
    if (*llvm::max_element(lengths) - *llvm::min_element(lengths) >= bestDistance) continue;
    size_t away = distance(typed, choice);
    if (away >= bestDistance || away >= choice.size()) continue;
    best = choice;
    bestDistance = away;
  }
  return best;
}

std::string shown(llvm::StringRef name) {
  constexpr size_t longest = 60;
  if (name.size() <= longest) return name.str();
  size_t end = longest;
  // Not in the middle of a character.
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80)
    --end;
  return name.take_front(end).str() + "...";
}

std::string didYouMean(llvm::StringRef typed, llvm::ArrayRef<llvm::StringRef> choices) {
  llvm::StringRef choice = closest(typed, choices);
  return choice.empty() ? "" : "; did you mean '" + choice.str() + "'?";
}

/// Takes " [id]" off the end of a message; "" where it has none that the table knows.
static std::string takeId(std::string &message) {
  if (!llvm::StringRef(message).ends_with("]")) return "";
  size_t open = message.rfind(" [");
  if (open == std::string::npos) return "";
  std::string id = message.substr(open + 2, message.size() - open - 3);
  if (llvm::none_of(table, [&](const DiagInfo &row) { return id == row.id; })) return "";
  message.resize(open);
  return id;
}

Told told(mlir::Diagnostic &diagnostic) {
  Told result;
  result.severity = diagnostic.getSeverity();
  result.message = diagnostic.str();
  result.id = takeId(result.message);
  mlir::LocationAttr loc = diagnostic.getLocation();
  if (auto place = loc.findInstanceOf<mlir::FileLineColLoc>()) {
    result.file = place.getFilename().str();
    result.line = place.getLine();
    result.column = place.getColumn();
  }
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    result.notes.push_back(told(note));
  return result;
}

} // namespace shardc
