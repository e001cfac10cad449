// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codegen/kernel/view/nest.h"

#include <optional>

namespace shardc {

/// Where a kernel for GPUs computes elements one by one, and all that it reads and writes along the
/// innermost loop of its results lies side by side from a multiple of 16 bytes on: a thread takes
/// four neighbours, and accesses are of 16 bytes. None where too few threads would be left to keep
/// a GPU's memory busy.
struct Vectors {
  static constexpr int64_t kCount = 4;
  int loop = -1;              // the innermost
  SmallVector<Expr, 4> loads; // along it; the others do not use it
};
std::optional<Vectors> vectorsOf(const KernelView &view, const Nest &nest);

} // namespace shardc
