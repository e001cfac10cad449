// SPDX-License-Identifier: Apache-2.0
// What src/NAME.devices.cpp says of the memory of buffers.
#pragma once

#include "codegen/bundle/parts.h"

namespace shardc::bundle {

/// Per buffer of a function: "2,048 bytes, steps 7 to 9, where v30 was".
std::vector<std::string> memoryNotes(const Function &function);

} // namespace shardc::bundle
