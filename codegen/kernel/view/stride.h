// SPDX-License-Identifier: Apache-2.0
// How a load moves through memory while a loop counts up.
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

} // namespace shardc
