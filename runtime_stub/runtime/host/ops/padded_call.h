// SPDX-License-Identifier: Apache-2.0
// Calls of code that is given parts of even sizes (pad.h).
#pragma once

#include "runtime/host/ops/op_call.h"
#include "runtime/host/ops/pad.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What call() does, with arrays in `memory` in place of parts that are padded; what is behind
/// them is the code's scratch memory.
void padded_call(Stream &stream, const char *step, const OwnOp &op, const List<ValuePart> &operands,
                 const List<ValuePart> &results, Scratch memory,
                 const shardc_communicator *others = nullptr);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
