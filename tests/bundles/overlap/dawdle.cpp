// SPDX-License-Identifier: Apache-2.0
// A copy that takes 200 ms, and no processor.
#include "runtime/op.h"

#include <chrono>
#include <thread>

extern "C" const char *dawdle(const shardc_call *call) {
  const shardc_part &from = call->operands[0], &to = call->results[0];
  const auto *read = static_cast<const float *>(from.data);
  auto *written = static_cast<float *>(to.data);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  for (int64_t i = 0; i < to.extents[0]; ++i)
    for (int64_t j = 0; j < to.extents[1]; ++j)
      written[i * to.strides[0] + j * to.strides[1]] =
          read[i * from.strides[0] + j * from.strides[1]];
  return nullptr;
}
