// SPDX-License-Identifier: Apache-2.0
// Calls of code that is given parts of even sizes (pad.h).
#pragma once

#include "runtime/host/ops/op_call.h"

#include <cstring>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The largest of all devices' extents for a part, and what is behind an operand's.
inline ValuePart padded(ValuePart part, List<int64_t> extents) {
  part.padded = extents;
  return part;
}
template <typename T>
ValuePart padded(ValuePart part, List<int64_t> extents, T fill) {
  part.padded = extents;
  std::memcpy(part.fill.bytes, &fill, sizeof fill);
  return part;
}

/// What call() does, with arrays in `memory` in place of parts that are padded; what is behind
/// them is the code's scratch memory.
void padded_call(Stream &stream, const char *step, const OwnOp &op, const List<ValuePart> &operands,
                 const List<ValuePart> &results, Scratch memory,
                 const shardc_communicator *others = nullptr);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
