// SPDX-License-Identifier: Apache-2.0
// Calls of routines, for device 0 of no mesh.
#pragma once

#include "runtime/op.h"

#include <cstddef>
#include <span>
#include <vector>

namespace shardc::runtime {

using Routed = const char *(*)(const shardc_call *);

inline shardc_call callOf(std::span<const shardc_part> operands,
                          std::span<const shardc_part> results,
                          std::span<const shardc_attribute> given = {}) {
  shardc_call call = {};
  call.operands = operands.data(), call.operand_count = int64_t(operands.size());
  call.results = results.data(), call.result_count = int64_t(results.size());
  call.attributes = given.data(), call.attribute_count = int64_t(given.size());
  return call;
}

/// With as much memory as is needed here, at a multiple of 256 bytes.
inline const char *called(Routed routine, shardc_call call, size_t bytes = size_t(1) << 20) {
  std::vector<char> memory(bytes + 256);
  const auto begin = (reinterpret_cast<uintptr_t>(memory.data()) + 255) / 256 * 256;
  call.scratch = reinterpret_cast<void *>(begin);
  call.scratch_bytes = static_cast<int64_t>(bytes);
  return routine(&call);
}

} // namespace shardc::runtime
