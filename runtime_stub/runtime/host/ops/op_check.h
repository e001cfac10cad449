// SPDX-License-Identifier: Apache-2.0
// Calls of code that is the user's own, looked at: it works on copies of its values, which lie
// between bytes that nobody has any business with.
#pragma once

#include "runtime/host/ops/own_op.h"

#include <cstddef>
#include <functional>
#include <string>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Between copies, and around them; also what they begin at multiples of.
constexpr int64_t kGuard = 256; // [bytes]
/// Of a copy of so much, with the guard behind it; in front of all there is one more.
constexpr int64_t guarded_bytes(int64_t bytes) {
  return (bytes + kGuard - 1) / kGuard * kGuard + kGuard;
}

/// What such a call takes and how a device's memory is written and read, which waits for its work.
struct CheckedCall {
  const OwnOp &op;
  int device;
  void *stream; // CUDA's; null on CPUs
  List<ValuePart> operands, results;
  int64_t scratch; // [bytes] that it is given
  /// Of the device: room for copies of all windows and of scratch memory, guarded.
  Scratch room;
  std::function<void(char *to, const char *from, size_t bytes)> upload, download;
  bool twice = false; // so that elements which it leaves unwritten are seen
  Keeper keeper = {};
  const shardc_communicator *others = nullptr;
};

/// The room that a call takes where its values lie so.
int64_t room_for(const List<ValuePart> &operands, const List<ValuePart> &results, int64_t scratch);
/// Calls it, and puts its parts of results where they belong. Returns what is wrong, as the user is
/// told behind the op's name: what it says; that it writes beside its part of a result, or an
/// operand; that it leaves an element unwritten. "": nothing.
std::string check_call(const CheckedCall &call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
