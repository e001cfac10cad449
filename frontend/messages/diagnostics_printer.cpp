// SPDX-License-Identifier: Apache-2.0
#include "frontend/messages/diagnostics_printer.h"

#include "frontend/messages/excerpt.h"
#include "frontend/messages/message_values.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <cstdlib>

namespace shardc {

using llvm::StringRef;
using mlir::DiagnosticSeverity;

/// Further ones help nobody.
static constexpr size_t mostErrorsShown = 100;

static const DiagInfo *infoOf(StringRef id) {
  for (const DiagInfo &row : diagnosticTable())
    if (id == row.id) return &row;
  return nullptr;
}

std::string wrongWarningWord(StringRef word) {
  StringRef name = word;
  if (name == "error") return "";
  if (!name.consume_front("no-")) name.consume_front("error=");
  // A name may begin with "no-" itself.
  const DiagInfo *row = infoOf(word) ? infoOf(word) : infoOf(name);
  if (row && row->severity != DiagnosticSeverity::Error) return "";
  if (row) return "'" + name.str() + "' is always an error";
  std::vector<StringRef> names;
  for (const DiagInfo &known : diagnosticTable())
    if (known.severity != DiagnosticSeverity::Error) names.push_back(known.id);
  return "there is no warning '" + shown(name) + "'" + didYouMean(name, names);
}

DiagnosticsPrinter::DiagnosticsPrinter(mlir::MLIRContext &context, PrinterOptions printerOptions,
                                       llvm::raw_ostream &stream)
    : options(std::move(printerOptions)), out(stream),
      colours(stream.is_displayed() && stream.has_colors() && !std::getenv("NO_COLOR")),
      handler(&context, [this](mlir::Diagnostic &diagnostic) { handle(diagnostic); }) {}

void DiagnosticsPrinter::addFile(StringRef name, StringRef text) { files[name] = File{text, {}}; }

void DiagnosticsPrinter::tellElsewhere(StringRef file, mlir::Location place, StringRef who) {
  elsewhere.try_emplace(file, Elsewhere{place, who.str()});
}

/// Applies -W and -v; returns whether the diagnostic is shown.
bool DiagnosticsPrinter::decide(Told &one) const {
  if (one.severity == DiagnosticSeverity::Error) return true;
  auto said = [&](const std::string &word) { return llvm::is_contained(options.warnings, word); };
  bool warning = one.severity == DiagnosticSeverity::Warning;
  if (said("error=" + one.id) || (warning && (options.warningsAreErrors || said("error")))) {
    // Silencing by name is the more specific wish.
    if (said("no-" + one.id)) return false;
    one.severity = DiagnosticSeverity::Error;
    return true;
  }
  if (said("no-" + one.id)) return false;
  return warning || options.verbose || said(one.id);
}

/// How much a code says: a bug more than the surroundings, those more than the input.
static int weightOf(Exit exit) {
  switch (exit) {
  case Exit::done:
    return 0;
  case Exit::unsupported:
    return 1;
  case Exit::wrongInput:
  case Exit::usage:
  case Exit::differs:
    return 2;
  case Exit::environment:
    return 3;
  case Exit::bug:
    return 4;
  }
  llvm_unreachable("an exit code");
}

void DiagnosticsPrinter::count(const Told &one) {
  if (one.severity != DiagnosticSeverity::Error) return;
  ++errors;
  if (first.empty())
    first = one.file + ":" + std::to_string(one.line) + ":" + std::to_string(one.column) + ": " +
            one.message;
  const DiagInfo *row = infoOf(one.id);
  // MLIR's own errors, and warnings that were made errors, are about the input.
  bool ofTable = row && row->exit != Exit::done;
  Exit code = ofTable ? row->exit : Exit::wrongInput;
  if (weightOf(code) > weightOf(exit)) exit = code;
}

Told DiagnosticsPrinter::atItsPlace(mlir::Diagnostic &diagnostic) const {
  Told one = told(diagnostic);
  const auto found = elsewhere.find(one.file);
  if (found == elsewhere.end()) return one;
  mlir::Diagnostic moved(found->second.place, diagnostic.getSeverity());
  Told at = told(moved);
  Told there = one;
  there.severity = DiagnosticSeverity::Note;
  there.message = "in what it says";
  there.notes.clear();
  one.message = found->second.who + ": " + one.message;
  one.file = at.file;
  one.line = at.line;
  one.column = at.column;
  one.notes.insert(one.notes.begin(), std::move(there));
  return one;
}

void DiagnosticsPrinter::handle(mlir::Diagnostic &diagnostic) {
  Told one = atItsPlace(diagnostic);
  if (one.id.empty()) one.id = "mlir";
  if (options.move) {
    options.move(one);
    llvm::for_each(one.notes, options.move);
  }
  if (!decide(one)) return;
  count(one);
  if (errors > mostErrorsShown) return;
  if (options.beforeMessage) options.beforeMessage();
  if (options.json)
    out << jsonLine(one);
  else
    printText(one);
  if (errors == mostErrorsShown && !options.json) out << "shardc: further errors are not shown\n";
}

static StringRef nameOf(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return "note";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Remark:
    return "remark";
  }
  llvm_unreachable("a severity");
}

static llvm::raw_ostream::Colors colourOf(DiagnosticSeverity severity) {
  if (severity == DiagnosticSeverity::Error) return llvm::raw_ostream::RED;
  if (severity == DiagnosticSeverity::Warning) return llvm::raw_ostream::MAGENTA;
  return llvm::raw_ostream::BLUE;
}

void DiagnosticsPrinter::printExcerpt(const Told &one) {
  auto found = files.find(one.file);
  if (found == files.end() || one.line == 0) return;
  File &file = found->second;
  if (file.lines.empty()) {
    file.lines.push_back(0);
    for (size_t at = file.text.find('\n'); at != StringRef::npos; at = file.text.find('\n', at + 1))
      file.lines.push_back(at + 1);
  }
  if (one.line > file.lines.size()) return;
  StringRef line = file.text.drop_front(file.lines[one.line - 1]);
  out << excerpt(line, one.line, one.column);
}

/// "file:line:column: error: ".
void DiagnosticsPrinter::printPlace(const Told &one, StringRef kind,
                                    llvm::raw_ostream::Colors colour) {
  if (colours) out.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  if (one.file.empty())
    out << "shardc: ";
  else
    out << printable(one.file) << ":";
  if (!one.file.empty() && one.line > 0) out << one.line << ":" << one.column << ":";
  if (!one.file.empty()) out << " ";
  if (colours) out.changeColor(colour, /*Bold=*/true);
  out << kind << ": ";
  if (colours) out.resetColor();
}

void DiagnosticsPrinter::printText(const Told &one) {
  printPlace(one, nameOf(one.severity), colourOf(one.severity));
  out << printable(one.message) << " [" << one.id << "]\n";
  printExcerpt(one);
  const DiagInfo *row = infoOf(one.id);
  if (row && row->fix[0] && fixesTold.insert(one.id).second)
    out << "      = fix: " << row->fix << "\n";
  for (const Told &note : one.notes) {
    printPlace(note, "note", llvm::raw_ostream::CYAN);
    out << printable(note.message) << "\n";
    bool samePlace = note.file == one.file && note.line == one.line && note.column == one.column;
    if (!samePlace) printExcerpt(note);
  }
}

static llvm::json::Object jsonOf(const Told &one) {
  return llvm::json::Object{{"severity", nameOf(one.severity)},
                            {"file", llvm::json::fixUTF8(one.file)},
                            {"line", one.line},
                            {"column", one.column},
                            {"message", llvm::json::fixUTF8(one.message)}};
}

std::string jsonLine(const Told &one) {
  llvm::json::Object object = jsonOf(one);
  const DiagInfo *row = infoOf(one.id);
  object["id"] = one.id;
  object["values"] = valuesOf(one.message);
  if (row && row->fix[0]) object["fix"] = row->fix;
  llvm::json::Array notes;
  for (const Told &note : one.notes)
    notes.push_back(jsonOf(note));
  object["notes"] = std::move(notes);
  return llvm::formatv("{0}\n", llvm::json::Value(std::move(object))).str();
}

} // namespace shardc
