// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace shardc {

/// The longest identifier of generated code.
inline constexpr size_t kLongestWord = 40;

/// The path of a value ("jit(f)/MLP/Dense_0/add", "p/params/Dense_0/kernel") as one word:
/// MLP_Dense_0_add. JAX's `jit(...)` in front is left out; of a path that is too long, the longest
/// of the parts between the first and the last.
std::string wordOf(llvm::StringRef path);

} // namespace shardc
