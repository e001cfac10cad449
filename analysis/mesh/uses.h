// SPDX-License-Identifier: Apache-2.0
// What computing boxes by a formula needs of its operands.
#pragma once

#include "analysis/mesh/placements.h"
#include "frontend/machine.h"

namespace shardc {

struct Use {
  size_t operand;
  SharedBoxes boxes;
  bool only; // of its operand
};
struct Uses {
  std::vector<Use> list;
  Shared<Formula> formula; // operand k is the k-th use
  double seconds = 0;      // of work, on a device that does most
};

/// Of a formula of one result; a loop that has a `split` runs over that one of `splits`.
Uses findUses(const Formula &formula, const SharedBoxes &boxes, ArrayRef<Varying<Interval>> splits,
              Placements &placements, const Machine &machine);

} // namespace shardc
