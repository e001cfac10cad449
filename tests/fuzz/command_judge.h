// SPDX-License-Identifier: Apache-2.0
// What a command of shardc may have done to its folder.
#pragma once

#include "tests/fuzz/command_run.h"

namespace shardc::test {

/// What is wrong with how a command ended and what it left, or "". `before`: the folder as it was.
std::string wrongOutcome(const std::vector<std::string> &words, const Fate &fate,
                         const CommandOutcome &outcome, const FolderState &before,
                         const FolderState &after);

/// A folder that a compile left when it was killed; "" for none.
std::string leftoverFolder(const FolderState &state);

} // namespace shardc::test
