// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/padded_call.h"

#include "runtime/host/ops/positions.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

static void call_padded(const CallPlace &at, const char *step, const OwnOp &op,
                        const List<ValuePart> &operands, const List<ValuePart> &results,
                        Scratch memory, const shardc_communicator *others) {
  if (is_idle(results, others)) return;
  char *const begin = static_cast<char *>(memory.memory);
  const int64_t own = padded_bytes(operands, results), rest = memory.bytes - own;
  const PaddedCall even(operands, results, begin);
  for (const PaddedPart &part : even.in)
    copy_padded(at.stream, part, /*isOut=*/false);
  const Scratch scratch = {rest > 0 ? begin + own : nullptr, rest};
  call_at(at, step, op, even.operands, even.results, scratch, others);
  for (const PaddedPart &part : even.out)
    copy_padded(at.stream, part, /*isOut=*/true);
}

void padded_call(Stream &stream, const char *step, const OwnOp &op, const List<ValuePart> &operands,
                 const List<ValuePart> &results, Scratch memory,
                 const shardc_communicator *others) {
  const CallPlace at = begin_call(stream, step, others != nullptr);
  for_each_position(operands, results, [&](const auto &own, const auto &made) {
    call_padded(at, step, op, own, made, memory, others);
  });
  end_call(stream, step);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
