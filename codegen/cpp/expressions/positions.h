// SPDX-License-Identifier: Apache-2.0
// Where threads are in split loops, as CUDA text.
#pragma once

#include "codegen/kernel/position.h"

namespace shardc {

/// "blockIdx.x * 8 + threadIdx.x / 32".
std::string positionText(const Position &position);

} // namespace shardc
