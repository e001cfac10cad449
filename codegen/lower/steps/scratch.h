// SPDX-License-Identifier: Apache-2.0
// Memory that calls of somebody's code need for themselves.
#pragma once

#include "codegen/lower/lower.h"

namespace shardc {

/// Gives each step that is a call of a routine with scratch memory a buffer for it, as large as the
/// device needs it that needs most; where calls are checked, to each, with room for copies.
void addScratch(Function &function, const LowerOptions &options);

} // namespace shardc
