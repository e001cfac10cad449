// SPDX-License-Identifier: Apache-2.0
// What a loop carries and updates a part of is updated where it lies.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// A step of a loop's body that makes what the loop carries next, and is what the loop carries but
/// in a box that begins at computed indices, writes that box alone, into the memory of what is
/// carried: nothing is copied, and nothing trades places. Where what is carried is read later in
/// the body, it is not. Returns whether there are any such steps: kernels and buffers that nobody
/// uses any more are gone then, and the others have other numbers.
bool updateInPlace(Function &function);

} // namespace shardc
