// SPDX-License-Identifier: Apache-2.0
// How wide the integers of a kernel have to be.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

/// Whether an index, a part of its sum in any order, or the number of an element in a window may be
/// beyond 32 bits, on any shard. The view's cases and environments are known.
bool isWide(const KernelView &view);

} // namespace shardc
