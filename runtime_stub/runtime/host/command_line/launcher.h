// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/host/program.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The whole of a bundle's `main`: arguments, files, a session, the exit code.
int command_line(const Program &program, int argc, char **argv);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
