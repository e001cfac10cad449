// SPDX-License-Identifier: Apache-2.0
#include "frontend/diagnostics.h"

#include "runtime/io/lookup.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

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

llvm::StringRef closest(llvm::StringRef typed, llvm::ArrayRef<llvm::StringRef> choices) {
  return runtime::closest(typed, {choices.begin(), choices.end()});
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

/// Parts of a location that are looked at; what is nested deeper says nothing to people.
static constexpr int kMostParts = 1000;
/// Places that a location is called from, of those that are told.
static constexpr size_t kMostCallers = 3;

static void setPlace(Told &one, mlir::FileLineColLoc place) {
  one.file = place.getFilename().str();
  one.line = place.getLine();
  one.column = place.getColumn();
}

bool isInPackage(llvm::StringRef file) {
  return file.contains("site-packages/") || file.contains("dist-packages/");
}

/// The places of a location: its own, and those that it is called from, the nearest first.
static llvm::SmallVector<mlir::FileLineColLoc> placesOf(mlir::LocationAttr loc) {
  llvm::SmallVector<mlir::LocationAttr> open = {loc};
  llvm::SmallVector<mlir::FileLineColLoc> places;
  for (int part = 0; !open.empty() && part < kMostParts; ++part) {
    const mlir::LocationAttr at = open.pop_back_val();
    if (auto name = mlir::dyn_cast<mlir::NameLoc>(at))
      open.push_back(name.getChildLoc());
    else if (auto call = mlir::dyn_cast<mlir::CallSiteLoc>(at))
      open.append({call.getCaller(), call.getCallee()});
    else if (auto fused = mlir::dyn_cast<mlir::FusedLoc>(at);
             fused && !fused.getLocations().empty())
      open.push_back(fused.getLocations().front());
    else if (auto file = mlir::dyn_cast<mlir::FileLineColLoc>(at))
      places.push_back(file);
  }
  return places;
}

/// The user's nearest place; what calls that may be where an error is mended.
static void addPlaces(Told &one, mlir::LocationAttr loc) {
  const auto isOther = [](mlir::FileLineColLoc place) { return isInPackage(place.getFilename()); };
  auto places = placesOf(loc);
  if (places.empty()) return;
  setPlace(one, places.front());
  llvm::erase_if(places, isOther);
  if (places.empty()) return;
  setPlace(one, places.front());
  if (one.severity != mlir::DiagnosticSeverity::Error) return;
  for (mlir::FileLineColLoc place : llvm::drop_begin(places)) {
    if (one.notes.size() == kMostCallers) return;
    Told note{mlir::DiagnosticSeverity::Note, "", "called from", "", 0, 0, {}};
    setPlace(note, place);
    const bool isSame = note.file == one.file && note.line == one.line;
    if (!isSame) one.notes.push_back(std::move(note));
  }
}

Told told(mlir::Diagnostic &diagnostic) {
  Told result;
  result.severity = diagnostic.getSeverity();
  result.message = diagnostic.str();
  result.id = takeId(result.message);
  addPlaces(result, diagnostic.getLocation());
  for (mlir::Diagnostic &note : diagnostic.getNotes())
    result.notes.push_back(told(note));
  return result;
}

} // namespace shardc
