// SPDX-License-Identifier: Apache-2.0
// What goes wrong outside of any line of a program or config.
#pragma once

#include "cli/options.h"
#include "frontend/diagnostics.h"

#include "llvm/ADT/Twine.h"

namespace shardc {

/// Prints "shardc: WHAT", or a line of JSON whose id is the kind of failure ("environment"), and
/// returns the code.
int fail(const CommandOptions &options, Exit exit, const llvm::Twine &what);
/// The same for files and memory.
int environmentError(const CommandOptions &options, const llvm::Twine &what);

} // namespace shardc
