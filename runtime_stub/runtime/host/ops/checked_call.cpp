// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/checked_call.h"

#include "runtime/host/ops/op_check.h"
#include "runtime/host/ops/positions.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

static void call_checked(const CallPlace &at, Stream &stream, const char *step, const OwnOp &op,
                         const List<ValuePart> &operands, const List<ValuePart> &results,
                         Scratch room, int64_t scratch, const shardc_communicator *others) {
  if (is_idle(results, others)) return;
  char *const begin = static_cast<char *>(room.memory);
  const int64_t own = padded_bytes(operands, results);
  const PaddedCall even(operands, results, begin);
  for (const PaddedPart &part : even.in)
    copy_padded(at.stream, part, /*isOut=*/false);
  const auto up = [&](char *to, const char *from, size_t bytes) { stream.upload(to, from, bytes); };
  const auto down = [&](char *to, const char *from, size_t bytes) {
    stream.download(to, from, bytes);
  };
  const std::string wrong = check_call({op,
                                        at.device,
                                        at.stream,
                                        even.operands,
                                        even.results,
                                        scratch,
                                        {begin + own, room.bytes - own},
                                        up,
                                        down,
                                        /*twice=*/true,
                                        at.keeper,
                                        others});
  if (!wrong.empty())
    throw Error(Exit::wrong_input, "device " + std::to_string(at.device) + ", step '" + step +
                                       "': " + op.name + " " + wrong);
  for (const PaddedPart &part : even.out)
    copy_padded(at.stream, part, /*isOut=*/true);
}

void checked_call(Stream &stream, const char *step, const OwnOp &op,
                  const List<ValuePart> &operands, const List<ValuePart> &results, Scratch room,
                  int64_t scratch, const shardc_communicator *others) {
  const CallPlace at = begin_call(stream, step, others != nullptr);
  for_each_position(operands, results, [&](const auto &own, const auto &made) {
    call_checked(at, stream, step, op, own, made, room, scratch, others);
  });
  end_call(stream, step);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
