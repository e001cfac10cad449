// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/pad.h"

#include <tuple>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

static int64_t bytes_of(const ValuePart &part) {
  if (part.padded.empty()) return 0;
  auto all = static_cast<int64_t>(bytes(part.type));
  for (const int64_t extent : part.padded)
    all *= extent;
  return (all + 255) / 256 * 256;
}

int64_t padded_bytes(const List<ValuePart> &operands, const List<ValuePart> &results) {
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
    const auto &[whole, window, box, position] = part.dims[dim];
    copy.padded[dim] = part.padded[dim], copy.extents[dim] = box.size();
    copy.strides[dim] = stride;
    first += (box.lo - window.lo) * stride;
    stride *= window.size();
  }
  copy.part = static_cast<char *>(const_cast<void *>(part.memory)) + first * size;
  return copy;
}

/// The array in its place.
static ValuePart array_for(const ValuePart &part, char *memory, CallRoom &room) {
  const size_t rank = part.dims.size();
  PartDim *const dims = room.make<PartDim>(rank);
  for (size_t dim = 0; dim < rank; ++dim) {
    const Interval box = {part.dims[dim].part.lo, part.dims[dim].part.lo + part.padded[dim]};
    dims[dim] = {part.dims[dim].whole, box, box, part.dims[dim].position};
  }
  return {memory, part.type, {dims, rank}};
}

/// Parts, with arrays in the place of some, and what is copied to or from these.
static std::pair<List<ValuePart>, List<PaddedPart>> arrays_for(const List<ValuePart> &parts,
                                                               char *&memory, CallRoom &room) {
  ValuePart *const arrays = room.make<ValuePart>(parts.size());
  PaddedPart *const copies = room.make<PaddedPart>(parts.size());
  size_t count = 0;
  for (size_t k = 0; k < parts.size(); ++k) {
    arrays[k] = parts[k];
    if (parts[k].padded.empty()) continue;
    copies[count++] = copy_of(parts[k], memory);
    arrays[k] = array_for(parts[k], memory, room);
    memory += bytes_of(parts[k]);
  }
  return {{arrays, parts.size()}, {copies, count}};
}

PaddedCall::PaddedCall(const List<ValuePart> &operands, const List<ValuePart> &results,
                       char *memory) {
  std::tie(this->operands, in) = arrays_for(operands, memory, room);
  std::tie(this->results, out) = arrays_for(results, memory, room);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
