// SPDX-License-Identifier: Apache-2.0
#include "frontend/messages/gathered_errors.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// Causes beyond these are told as they come: a list of thousands has its own limit.
static constexpr size_t kMostCauses = 100;

/// The row of what is not supported with this id; none for other errors.
static std::optional<Diag> unsupportedRow(llvm::StringRef id) {
  const auto table = diagnosticTable();
  const auto *row = llvm::find_if(table, [&](const DiagInfo &one) { return id == one.id; });
  if (row == table.end() || row->exit != Exit::unsupported) return std::nullopt;
  return static_cast<Diag>(row - table.begin());
}

GatheredErrors::GatheredErrors(MLIRContext *context) {
  handler.emplace(context, [this](Diagnostic &diagnostic) { return handle(diagnostic); });
}

LogicalResult GatheredErrors::handle(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error) return failure();
  Told error = told(diagnostic);
  const auto id = unsupportedRow(error.id);
  if (!id) return failure();
  const std::string key = error.id + " " + error.message;
  if (const auto known = numbers.find(key); known != numbers.end()) {
    ++causes[known->second].count;
    return success();
  }
  if (causes.size() == kMostCauses) return failure();
  numbers[key] = causes.size();
  Cause cause{*id, diagnostic.getLocation(), std::move(error.message), {}};
  for (Diagnostic &note : diagnostic.getNotes())
    cause.notes.emplace_back(note.getLocation(), note.str());
  causes.push_back(std::move(cause));
  return success();
}

GatheredErrors::~GatheredErrors() {
  handler.reset();
  for (const Cause &cause : causes) {
    Report error = report(cause.first, cause.id);
    error << cause.message;
    if (cause.count > 1) error << "; " << cause.count << " places, this is the first";
    for (const auto &[place, note] : cause.notes)
      error.note(place) << note;
  }
}

} // namespace shardc
