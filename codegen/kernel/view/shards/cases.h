// SPDX-License-Identifier: Apache-2.0
// The numbers of a kernel on each of the shards that run it.
#pragma once

#include "codegen/kernel/view/shards/device.h"

namespace shardc {

/// One combination of the coordinates that a kernel depends on.
struct Case {
  SmallVector<Interval, 8> loops;
  SmallVector<Box, 4> ins, outs; // windows
};

/// The combinations of coordinates that some range of the kernel depends on: all, row-major, where
/// they are few. Else a few of all, and those of coordinates that any one range depends on
/// together, the others at their first place: ranges of other coordinates vary on their own. Of
/// many of these only the ones at which a range begins, ends or stops growing evenly: between two
/// of them every bound is a line, least and greatest at its ends.
struct Cases {
  std::vector<Case> list;
  bool all = true;
};
Cases casesOf(const Kernel &kernel, const DeviceLayout &layout);

/// The one value of `number(case)`; none where cases differ.
template <typename Cases, typename Number>
std::optional<int64_t> common(const Cases &cases, Number number) {
  std::optional<int64_t> value;
  for (const auto &each : cases) {
    const int64_t here = number(each);
    if (value && *value != here) return std::nullopt;
    value = here;
  }
  return value;
}

} // namespace shardc
