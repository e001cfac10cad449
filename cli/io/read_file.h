// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/MemoryBuffer.h"

namespace shardc {

/// The bytes of a file, or of standard input ("-"); of more than `most` the first ones alone. What
/// is no regular file may never end.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> readFile(const std::string &path, size_t most);

} // namespace shardc
