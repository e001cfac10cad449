// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/op_call.h"

#include "runtime/host/ops/positions.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

void call_at(const CallPlace &at, const char *step, const OwnOp &op,
             const List<ValuePart> &operands, const List<ValuePart> &results, Scratch scratch,
             const shardc_communicator *others) {
  if (const char *wrong =
          call(op, at.device, at.stream, operands, results, scratch, at.keeper, at.divider, others))
    throw Error(Exit::wrong_input, "device " + std::to_string(at.device) + ", step '" + step +
                                       "': " + op.name + " says: " + wrong);
}

void call(Stream &stream, const char *step, const OwnOp &op, const List<ValuePart> &operands,
          const List<ValuePart> &results, Scratch scratch, const shardc_communicator *others) {
  const CallPlace at = begin_call(stream, step, others != nullptr);
  for_each_position(operands, results, [&](const auto &own, const auto &made) {
    call_at(at, step, op, own, made, scratch, others);
  });
  end_call(stream, step);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
