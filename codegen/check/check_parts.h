// SPDX-License-Identifier: Apache-2.0
// Sums that devices have a part each of, as the checker follows them.
#pragma once

#include "codegen/plan/plan.h"

#include <set>

namespace shardc {

/// Coordinates over which devices have a part each of a sum, and what makes it whole.
struct Parts {
  std::set<int> over;
  Fn combine = Fn::add;
  bool asBits = false; // of what is picked: all parts but one are zero
  bool operator==(const Parts &other) const = default;
};

/// What a kernel makes parts of in one of its results, whatever it is given: devices do a part of a
/// loop of a reduction, or pick from what they hold.
struct KernelParts {
  Parts made;
  bool isResult = false; // a split reduction is the result itself
  bool isZero = false;   // all bits of it are zero, on every device: what is picked was so
  std::string problem;   // why the parts do not make up the whole; none: ""
};
KernelParts partsOf(const Kernel &kernel, int result, const ShardGrid &grid);

} // namespace shardc
