// SPDX-License-Identifier: Apache-2.0
// Whole-number arithmetic on indices: division rounds down, whatever the sign.
#pragma once

#include <cstdint>

namespace shardc {

/// Beyond every index; sums of a few of them do not overflow.
constexpr int64_t kFar = INT64_MAX / 8;

inline int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
inline int64_t floorMod(int64_t a, int64_t b) { return a - b * floorDiv(a, b); }
inline int64_t ceilDiv(int64_t a, int64_t b) { return -floorDiv(-a, b); }

} // namespace shardc
