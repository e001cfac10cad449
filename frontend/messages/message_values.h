// SPDX-License-Identifier: Apache-2.0
// What a message is about, for programs that read messages.
#pragma once

#include "llvm/Support/JSON.h"

namespace shardc {

/// The names and numbers of a message, in their order: what stands in quotes as text, numbers
/// outside as numbers. "dimension 0 of 'x'" gives [0, "x"].
llvm::json::Array valuesOf(llvm::StringRef message);

} // namespace shardc
