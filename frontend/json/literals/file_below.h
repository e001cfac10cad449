// SPDX-License-Identifier: Apache-2.0
// Files that a document names, which may not lead elsewhere.
#pragma once

#include "frontend/json/document/document.h"

namespace shardc::json {

/// Where a file really is, links followed: in a folder, or below. One that is not, or is not there,
/// is reported. `whose` folder it is, in messages: "program".
mlir::FailureOr<std::string> fileBelow(Value file, llvm::StringRef folder, llvm::StringRef whose);

} // namespace shardc::json
