// SPDX-License-Identifier: Apache-2.0
// What was weighed where a split sum could be done in two ways. Plain values, for plans and people.
#pragma once

namespace shardc {

/// What the op of a result that it reduces to was weighed by: the bytes that a device receives for
/// what the op needs and makes, on average, as it is and the other way round.
struct WeighedReduction {
  bool isSplit = false; // partial results are made and combined
  double bytes = 0, otherwise = 0;
};

} // namespace shardc
