// SPDX-License-Identifier: Apache-2.0
// Entries are read each on its own (custom_op_entry.h). Only then are they compared: files that
// would lie at one path of a bundle, and functions of one name in two files, are refused.
#include "frontend/config/calls/custom_ops.h"

#include "frontend/config/calls/custom_op_entry.h"
#include "frontend/config/config.h"
#include "frontend/diagnostics.h"
#include "frontend/json/document/header.h"
#include "frontend/messages/error_limit.h"

#include "llvm/ADT/StringMap.h"

namespace shardc {

using json::Member;
using json::Value;

/// Reports files that a bundle would have at one path, and functions of one name in two files.
static bool clash(const CustomOps &ops, std::optional<RoutineSource> Routine::*source) {
  llvm::StringMap<const CustomOpEntry *> paths, symbols;
  bool good = true;
  const auto sourceOf = [&](const CustomOpEntry &entry) -> const RoutineSource & {
    return *((*entry.routine).*source);
  };
  for (const CustomOpEntry &entry : ops.entries) {
    if (!entry.routine || !((*entry.routine).*source)) continue;
    const RoutineSource &own = sourceOf(entry);
    const std::string path = pathInBundle(own);
    const CustomOpEntry &there = *paths.try_emplace(path, &entry).first->second;
    if (sourceOf(there).text != own.text) {
      good = false;
      report(entry.kernelLoc, Diag::duplicate_name)
          << "'" << shown(own.file) << "' and '" << shown(sourceOf(there).file) << "' of '"
          << shown(there.target) << "' are both '" << shown(path)
          << "' in a bundle; rename one of the two";
    }
    const CustomOpEntry &called = *symbols.try_emplace(entry.routine->symbol, &entry).first->second;
    if (pathInBundle(sourceOf(called)) != path) {
      good = false;
      report(entry.kernelLoc, Diag::duplicate_name)
          << "'" << shown(own.file) << "' and '" << shown(sourceOf(called).file) << "' of '"
          << shown(called.target) << "' both have a function '" << shown(entry.routine->symbol)
          << "'; rename one of the two, and give it as \"symbol\"";
    }
  }
  return !good;
}

mlir::LogicalResult refuseClashes(const CustomOps &ops) {
  const bool inCpp = clash(ops, &Routine::cpp), inCuda = clash(ops, &Routine::cuda);
  return mlir::failure(inCpp || inCuda);
}

std::optional<CustomOps> readCustomOps(mlir::MLIRContext &context, StringRef text,
                                       StringRef fileName, Files &files) {
  CustomOps ops;
  ErrorLimit errors(&context);
  const auto document = json::Document::parse(context, text, fileName, configLimits);
  if (!document || failed(json::checkHeader(document->root(), "sharding"))) return std::nullopt;
  const std::optional<Value> entries = document->root().find("custom_ops");
  if (!entries) return ops;
  if (!entries->asObject("'custom_ops'")) return std::nullopt;
  for (const Member member : entries->members())
    if (auto entry = readCustomOp(member.key(), member.keyLoc(), member.value, "config", files))
      ops.entries.push_back(std::move(*entry));
  (void)refuseClashes(ops);
  return errors.any() ? std::nullopt : std::optional(std::move(ops));
}

} // namespace shardc
