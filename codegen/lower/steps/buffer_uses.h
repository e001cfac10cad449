// SPDX-License-Identifier: Apache-2.0
// Which steps use a buffer, and which buffer an input or output is.
#pragma once

#include "codegen/plan/plan.h"

#include "llvm/ADT/DenseMap.h"

namespace shardc {

/// Where the steps of a list, their bodies included, read and write a buffer: places in the list.
struct BufferUse {
  int reads = 0, writes = 0, swaps = 0; // how many
  size_t firstRead = SIZE_MAX, lastRead = 0, firstWrite = SIZE_MAX;
};
using Uses = llvm::DenseMap<int, BufferUse>;
Uses usesOf(ArrayRef<Step> steps);

/// The buffer of an input or output; -1 where it is in none, or in several.
int bufferOf(const Function &function, Role role, int index);

} // namespace shardc
