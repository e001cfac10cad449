// SPDX-License-Identifier: Apache-2.0
// Where buffers lie in a shard's arena.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

constexpr int64_t kAlignment = 256; // bytes; what CUDA allocations and vector loads like

/// Gives every buffer an offset, best fit in order of first steps, and sets `arenaBytes` and
/// `liveBytes`. Inputs, constants and outputs live throughout; a temporary from the step that
/// writes it to the last that reads it; scratch memory in its step; a donated input up to the last
/// step that reads it, unless an output lies over it.
void assignMemory(Function &function);

} // namespace shardc
