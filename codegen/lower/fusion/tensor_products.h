// SPDX-License-Identifier: Apache-2.0
// Products by tensor cores, where factors may be rounded (--numerics fast).
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Says of every product of floats that GPUs do by tiles that tensor cores do it, and of which
/// factors (Kernel::tensorFactors), unless its terms are fewer than are brought at a time.
void useTensorCores(Function &function);

} // namespace shardc
