// SPDX-License-Identifier: Apache-2.0
// What every file of shardc begins with: {"shardc": 1, "kind": "program"}.
#pragma once

#include "frontend/json/document/document.h"

namespace shardc::json {

/// The version of the formats that this shardc reads and writes.
inline constexpr int64_t formatVersion = 1;

/// Checks that a document is an object of this kind ("program", "sharding", "machine") and of a
/// version that is known. Reports what is wrong; a file of the other kind is told so.
mlir::LogicalResult checkHeader(Value root, llvm::StringRef kind);

} // namespace shardc::json
