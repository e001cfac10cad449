// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/digits.h"

namespace shardc {

int64_t Axis::values(To to) const {
  int64_t all = 1;
  for (const Axis::Digit &digit : digits)
    if (digit.to == to) all *= digit.extent;
  return all;
}

int64_t Schedule::values(To to) const {
  int64_t all = 1;
  for (const Axis &axis : axes)
    all *= axis.values(to);
  return all;
}

std::array<int64_t, 3> Schedule::grid() const {
  std::array<int64_t, 3> blocks = {1, 1, 1};
  for (const Axis &axis : axes)
    for (const Axis::Digit &digit : axis.digits)
      if (digit.to == To::grid) blocks[static_cast<size_t>(digit.unit)] *= digit.extent;
  return blocks;
}

} // namespace shardc
