// SPDX-License-Identifier: Apache-2.0
// What a kernel touches, whatever the step that runs it.
#pragma once

#include "codegen/check/check_partials.h"

namespace shardc {

/// What a kernel reads for one of its results, writes of it and adds up in part.
struct Access {
  std::vector<std::pair<int, SharedBoxes>> reads; // per load, of which operand
  SharedBoxes written;
  KernelPartials partial;
  /// Bounds inference for all devices agrees with that for one, where one is looked at.
  bool isProven = true;
};
Access accessOf(const Kernel &kernel, int result, const ShardGrid &grid);

} // namespace shardc
