// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/pad.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

static int64_t bytes_of(const ValuePart &part) {
  if (part.padded.empty()) return 0;
  auto all = static_cast<int64_t>(bytes(part.type));
  for (const int64_t extent : part.padded)
    all *= extent;
  return (all + 255) / 256 * 256;
}

int64_t padded_bytes(const std::vector<ValuePart> &operands,
                     const std::vector<ValuePart> &results) {
  int64_t all = 0;
  for (const auto *parts : {&operands, &results})
    for (const ValuePart &part : *parts)
      all += bytes_of(part);
  return all;
}

static PaddedPart copy_of(const ValuePart &part, char *memory) {
  const auto size = static_cast<int64_t>(bytes(part.type));
  const auto rank = static_cast<int64_t>(part.dims.size());
  PaddedPart copy = {memory, nullptr, size, rank, {}, {}, {}, part.fill};
  int64_t stride = 1, first = 0;
  for (size_t dim = part.dims.size(); dim-- > 0;) {
    const auto &[whole, window, box] = part.dims[dim];
    copy.padded[dim] = part.padded[dim], copy.extents[dim] = box.size();
    copy.strides[dim] = stride;
    first += (box.lo - window.lo) * stride;
    stride *= window.size();
  }
  copy.part = static_cast<char *>(const_cast<void *>(part.memory)) + first * size;
  return copy;
}

/// The array in its place, and what is copied to or from it.
static ValuePart array_for(const ValuePart &part, char *&memory, std::vector<PaddedPart> &copies) {
  if (part.padded.empty()) return part;
  copies.push_back(copy_of(part, memory));
  ValuePart array = {memory, part.type, {}};
  for (size_t dim = 0; dim < part.dims.size(); ++dim) {
    const Interval box = {part.dims[dim].part.lo, part.dims[dim].part.lo + part.padded[dim]};
    array.dims.push_back({part.dims[dim].whole, box, box});
  }
  memory += bytes_of(part);
  return array;
}

PaddedCall::PaddedCall(const std::vector<ValuePart> &operands,
                       const std::vector<ValuePart> &results, char *memory) {
  for (const ValuePart &part : operands)
    this->operands.push_back(array_for(part, memory, in));
  for (const ValuePart &part : results)
    this->results.push_back(array_for(part, memory, out));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
