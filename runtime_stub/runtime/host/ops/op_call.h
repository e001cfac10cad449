// SPDX-License-Identifier: Apache-2.0
// Calls of code that is the user's own, in their turn on a device's stream.
#pragma once

#include "runtime/host/ops/own_op.h"
#include "runtime/host/stream.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Calls it for what the stream's device has. Throws what it says is wrong.
void call(Stream &stream, const char *step, const OwnOp &op, const List<ValuePart> &operands,
          const List<ValuePart> &results, Scratch scratch = {},
          const shardc_communicator *others = nullptr);

/// For back ends: begins the step, and says where its work goes. `talks`: on a thread of the
/// device's own, as others are called beside it (collectives/talks.h).
struct CallPlace {
  int device;
  void *stream; // CUDA's; null on CPUs
  Keeper keeper = {};
  Divider divider = {};
};
CallPlace begin_call(Stream &stream, const char *step, bool talks);
/// Calls it there. Throws what it says is wrong.
void call_at(const CallPlace &at, const char *step, const OwnOp &op,
             const List<ValuePart> &operands, const List<ValuePart> &results, Scratch scratch,
             const shardc_communicator *others);
/// Throws where the call has failed on the device.
void end_call(Stream &stream, const char *step);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
