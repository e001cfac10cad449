// SPDX-License-Identifier: Apache-2.0
// Calls in a manual region: what it does on each device is code of one position, and knows nothing
// of others. So a call's values have dimensions that number positions, and each that a device has,
// which is one unless a map has more of them than there are devices, is called for.
#pragma once

#include "runtime/host/function_ref.h"
#include "runtime/host/ops/own_op.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A call's values at a position: of its numbers parts have that one.
using CallOnce = FunctionRef<void(const List<ValuePart> &operands, const List<ValuePart> &results)>;
/// Calls it for each position that the device has: once, with these values, where none is numbered.
void for_each_position(const List<ValuePart> &operands, const List<ValuePart> &results,
                       CallOnce call);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
