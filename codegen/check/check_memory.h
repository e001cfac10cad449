// SPDX-License-Identifier: Apache-2.0
// Proof that no two values need the same memory at once.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Two buffers that overlap in the arena and in time, or scratch memory that is not live in its
/// step, in words; none if there are none.
std::optional<std::string> sharedMemory(const Function &function);

} // namespace shardc
