// SPDX-License-Identifier: Apache-2.0
// How far calls may go. Every call is replaced by what it calls, so a few functions that call each
// other twice are millions of ops.
#pragma once

#include <cstdint>

namespace shardc {

/// Calls in calls: deeper than anybody writes, and shallower than our stack.
constexpr int64_t kMostNestedCalls = 128;
/// Ops that come of calls. Without calls a program may have more.
constexpr int64_t kMostCalledOps = int64_t(1) << 20;

} // namespace shardc
