// SPDX-License-Identifier: Apache-2.0
// What updates are pushed into is the memory of what they begin as, where nobody wants that later.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// A step that copies a value, for the step behind it to push updates into the copy, is dropped
/// where the value itself is not read any more: its memory takes the updates. So is one that copies
/// what a loop carries, for what is carried next. Returns whether there are any: kernels and
/// buffers that nobody uses are gone then, and the others have other numbers.
bool pushInPlace(Function &function);

} // namespace shardc
