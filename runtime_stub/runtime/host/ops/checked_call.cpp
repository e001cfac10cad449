// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/checked_call.h"

#include "runtime/host/ops/op_check.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

void checked_call(Stream &stream, const char *step, const OwnOp &op,
                  const List<ValuePart> &operands, const List<ValuePart> &results, Scratch room,
                  int64_t scratch, const shardc_communicator *others) {
  const CallPlace at = begin_call(stream, step, others != nullptr);
  const auto up = [&](char *to, const char *from, size_t bytes) { stream.upload(to, from, bytes); };
  const auto down = [&](char *to, const char *from, size_t bytes) {
    stream.download(to, from, bytes);
  };
  const std::string wrong = check_call({op, at.device, at.stream, operands, results, scratch, room,
                                        up, down, /*twice=*/true, at.keeper, others});
  if (!wrong.empty())
    throw Error(Exit::wrong_input, "device " + std::to_string(at.device) + ", step '" + step +
                                       "': " + op.name + " " + wrong);
  end_call(stream, step);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
