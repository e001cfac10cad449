// SPDX-License-Identifier: Apache-2.0
// Threads in place of loops.
#pragma once

#include "codegen/cpp/code.h"
#include "codegen/cpp/expression.h"

namespace shardc {

/// How a kernel is launched, for the largest shard.
struct Grid {
  int64_t x = 1, y = 1, z = 1;
  int block = 256;
  Code start; // finds the loops' variables, and returns where a thread has nothing to do
  /// "1", "{2, 32}": as the argument of launch().
  std::string argument() const;
  /// "1", "(2, 32)": for people.
  std::string text() const;
};

/// One thread for each element of the loops, which are in order of memory, major first.
Grid gridOf(const KernelView &view, ArrayRef<int> loops, Needs &needs);

} // namespace shardc
