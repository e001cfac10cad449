// SPDX-License-Identifier: Apache-2.0
// "custom_ops" of a config, which is read before the program: it says what its calls are.
#pragma once

#include "frontend/files.h"
#include "frontend/ir/calls/own/custom_ops.h"

namespace shardc {

/// The entries of a config, with the texts of the files that they name, in `files.folder` or below.
/// None, reported, where they are wrong; no entry where the config has none.
std::optional<CustomOps> readCustomOps(mlir::MLIRContext &context, llvm::StringRef text,
                                       llvm::StringRef fileName, Files &files);

/// Reports files that a bundle would have at one path, and functions of one name in two files.
mlir::LogicalResult refuseClashes(const CustomOps &ops);

} // namespace shardc
