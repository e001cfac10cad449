// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/document/header.h"

#include "frontend/diagnostics.h"

namespace shardc::json {

using llvm::StringRef;

static StringRef fileOf(StringRef kind) { return kind == "sharding" ? "sharding config" : kind; }

static mlir::LogicalResult checkVersion(Value root, StringRef kind) {
  std::optional<Value> value = root.require("shardc", fileOf(kind));
  std::optional<int64_t> version = value ? value->asInteger("'shardc'") : std::nullopt;
  if (!version) return mlir::failure();
  if (*version > formatVersion)
    return report(value->loc(), Diag::newer_version)
           << "the file is of version " << *version << ", this shardc reads version "
           << formatVersion;
  if (*version < 1)
    return report(value->loc(), Diag::wrong_value)
           << "there is no version " << *version << "; write \"shardc\": " << formatVersion;
  return mlir::success();
}

static mlir::LogicalResult checkKind(Value root, StringRef kind) {
  std::optional<Value> value = root.require("kind", fileOf(kind));
  std::optional<StringRef> found = value ? value->asString("'kind'") : std::nullopt;
  if (!found) return mlir::failure();
  if (*found == kind) return mlir::success();
  static const StringRef kinds[] = {"program", "sharding", "machine"};
  const bool ofMachine = kind == "machine" || *found == "machine";
  Report wrong = report(value->loc(), Diag::wrong_file_kind);
  if (llvm::is_contained(kinds, *found))
    wrong << "a " << fileOf(kind) << " is expected here, and this is a " << fileOf(*found)
          << (ofMachine ? "; the order is: PROGRAM -c CONFIG --machine MACHINE"
                        : "; are the two files swapped? the order is: PROGRAM -c CONFIG");
  else
    wrong << "a " << fileOf(kind) << " has \"kind\": \"" << kind << "\", not '" << shown(*found)
          << "'" << didYouMean(*found, kinds);
  return wrong;
}

mlir::LogicalResult checkHeader(Value root, StringRef kind) {
  if (!root.is(Kind::object)) return wrongKind(root, "a " + fileOf(kind), "an object");
  // A program in the place of a config has nothing else worth saying.
  if (mlir::failed(checkVersion(root, kind))) return mlir::failure();
  return checkKind(root, kind);
}

} // namespace shardc::json
