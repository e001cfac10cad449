// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace shardc {

/// Writes a file as a whole, or nothing of it: a reader never sees half, and nothing is left where
/// that fails. What is no regular file (a device, a pipe) is written into.
llvm::Error writeFile(const std::string &path, llvm::StringRef text);

} // namespace shardc
