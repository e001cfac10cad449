// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program.h"

namespace shardc::runtime {
inline namespace v1 {

/// The whole of a bundle's `main`: arguments, files, a session, the exit code.
int command_line(const Program &program, int argc, char **argv);

} // namespace v1
} // namespace shardc::runtime
