// SPDX-License-Identifier: Apache-2.0
// The end of src/NAME.devices.cpp: what the runtime is told of a program.
#pragma once

#include "codegen/bundle/parts.h"

namespace shardc::bundle {

/// What each shard of this process works with: its indices, its buffers in its arena, its stream.
std::string localsFunction(const Parts &parts);
/// Functions that number the partial results of inputs and outputs that are left unreduced.
std::string partFunctions(const Plan &plan);
/// The Program: inputs, outputs and constants, with what every shard holds of them.
std::string programFunction(const Parts &parts);

} // namespace shardc::bundle
