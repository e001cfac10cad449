// SPDX-License-Identifier: Apache-2.0
// How a load, or a result, moves through memory while a loop counts up, and where it may be.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

enum class Stride : uint8_t {
  none,
  one,
  several,
  unknown,
};
Stride strideOf(const KernelView &view, Expr load, int loop);
/// Of a result that is written at `index`.
Stride strideOf(const KernelView &view, int result, ArrayRef<Expr> index, int loop);

/// Whether all that it may read is there, whatever conditions around it say.
bool isHeld(const KernelView &view, Expr load);

} // namespace shardc
