// SPDX-License-Identifier: Apache-2.0
// A command of shardc from its words to its exit code: all of the process but `main`.
#pragma once

namespace shardc {

int runCommand(int argc, char **argv);

} // namespace shardc
