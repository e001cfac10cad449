// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/host/command_line/arguments.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Where a process is that does not run yet, for a line that says that another has gone.
constexpr char kAtTheStart[] = "at the start";

/// Reads the inputs, calls the program as often as the arguments say, and writes, prints and
/// compares the outputs.
void run_program(const Program &program, const Arguments &arguments);
/// Throws where something has not come to standard output, which may be full or closed.
void finish_printing();

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
