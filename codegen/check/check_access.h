// SPDX-License-Identifier: Apache-2.0
// What a kernel touches, whatever the step that runs it.
#pragma once

#include "codegen/check/check_parts.h"

namespace shardc {

/// What a kernel reads for one of its results, writes of it and makes parts of.
struct Access {
  std::vector<std::pair<int, SharedBoxes>> reads; // per load, of which operand
  SharedBoxes written;
  KernelParts parts;
  /// Bounds inference for all devices agrees with that for one, where one is looked at.
  bool isProven = true;
};
Access accessOf(const Kernel &kernel, int result, const ShardGrid &grid);

} // namespace shardc
