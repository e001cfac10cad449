// SPDX-License-Identifier: Apache-2.0
// How far calls may go. Every call is replaced by what it calls, so a few functions that call each
// other twice are millions of ops.
#pragma once

#include <algorithm>
#include <cstdint>

namespace shardc {

/// Calls in calls: deeper than anybody writes, and shallower than our stack.
constexpr int64_t kMostNestedCalls = 128;

/// Ops that may come of the calls of a program which is written with so many ops: what a compile
/// takes follows from what is written, and small programs may still call as they like. Without
/// calls a program may have more.
constexpr int64_t mostCalledOps(int64_t written) {
  constexpr int64_t kEach = 128, kAlways = int64_t(1) << 13, kMost = int64_t(1) << 20;
  return std::clamp(written < kMost ? written * kEach : kMost, kAlways, kMost);
}

} // namespace shardc
