// SPDX-License-Identifier: Apache-2.0
// What is known of an op that somebody wrote, as "custom_ops" of a config says it.
#pragma once

#include "frontend/files.h"
#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/json/document/document.h"

namespace shardc {

/// The entry of calls of `target`, with the texts of the files that it names: `files.texts`, else
/// in `files.folder` or below, which is `whose`: "config". Its keys are in `parts`, which are one
/// object of a config, or several of whoever else says it. None, reported, where something is
/// wrong.
std::optional<CustomOpEntry> readCustomOp(llvm::StringRef target, mlir::Location loc,
                                          llvm::ArrayRef<json::Value> parts, llvm::StringRef whose,
                                          Files &files);

} // namespace shardc
