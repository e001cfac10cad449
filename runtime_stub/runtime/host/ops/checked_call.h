// SPDX-License-Identifier: Apache-2.0
// Calls of code that is the user's own, in bundles that check them (--debug-checks).
#pragma once

#include "runtime/host/ops/op_call.h"
#include "runtime/host/ops/pad.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What call() does, checked (op_check.h): `room` is for arrays in place of parts that are padded
/// and, behind them, for copies, and `scratch` the bytes that the code gets.
void checked_call(Stream &stream, const char *step, const OwnOp &op,
                  const List<ValuePart> &operands, const List<ValuePart> &results, Scratch room,
                  int64_t scratch, const shardc_communicator *others = nullptr);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
