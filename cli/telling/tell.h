// SPDX-License-Identifier: Apache-2.0
// What is said on standard error outside of any line of a program or config.
#pragma once

#include "cli/options/options.h"
#include "frontend/diagnostics.h"

#include "llvm/ADT/Twine.h"

namespace shardc {

/// Prints "shardc: WHAT", or a line of JSON whose id is the kind of failure ("environment"), and
/// returns the code. `notes` follow, each with its place.
int fail(const CommandOptions &options, Exit exit, const llvm::Twine &what,
         std::vector<Told> notes = {});
/// The same for files and memory.
int environmentError(const CommandOptions &options, const llvm::Twine &what);

/// Prints "shardc: WHAT", or a remark as a line of JSON with this id: "summary" for what has been
/// done, "timing" for what a stage or a run took.
void say(const CommandOptions &options, llvm::StringRef id, const llvm::Twine &what);

} // namespace shardc
