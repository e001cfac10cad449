// SPDX-License-Identifier: Apache-2.0
// Parts of a call (op.h) that are as large on all devices: copies of those that a device has, with
// something behind what it has of a dimension.
#pragma once

#include "runtime/host/ops/call_room.h"
#include "runtime/host/ops/own_op.h"

#include <cstring>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kMostPaddedDims = 8;

/// The largest of all devices' extents for a part, and what is behind an operand's.
inline ValuePart padded(ValuePart part, List<int64_t> extents) {
  part.padded = extents;
  return part;
}
template <typename T>
ValuePart padded(ValuePart part, List<int64_t> extents, T fill) {
  part.padded = extents;
  std::memcpy(part.fill.bytes, &fill, sizeof fill);
  return part;
}

/// An array, one element after the other, whose beginning in all dimensions is a part's.
struct PaddedPart {
  char *memory, *part; // of the array; the first element of the part
  int64_t element_bytes, rank;
  int64_t padded[kMostPaddedDims], extents[kMostPaddedDims], strides[kMostPaddedDims]; // elements
  Fill fill;

  int64_t elements() const {
    int64_t all = 1;
    for (int64_t dim = 0; dim < rank; ++dim)
      all *= padded[dim];
    return all;
  }
  /// Copies an element of the array to it from the part, or the other way; behind the part it is
  /// filled, or left.
  SHARDC_HD void copy(int64_t element, bool isOut) const {
    int64_t offset = 0, rest = element;
    bool isInside = true;
    for (int64_t dim = rank; dim-- > 0; rest /= padded[dim]) {
      isInside = isInside && rest % padded[dim] < extents[dim];
      offset += rest % padded[dim] * strides[dim];
    }
    char *own = memory + element * element_bytes;
    const char *from = isInside ? part + offset * element_bytes : fill.bytes;
    if (isOut && !isInside) return;
    for (int64_t k = 0; k < element_bytes; ++k)
      if (isOut)
        part[offset * element_bytes + k] = own[k];
      else
        own[k] = from[k];
  }
};

/// How many bytes arrays have for what of these is padded.
int64_t padded_bytes(const List<ValuePart> &operands, const List<ValuePart> &results);

/// A call's values, those that are padded in `memory` of padded_bytes(), at a multiple of 256.
struct PaddedCall {
  PaddedCall(const List<ValuePart> &operands, const List<ValuePart> &results, char *memory);
  CallRoom room;
  List<ValuePart> operands, results;
  List<PaddedPart> in, out; // to be copied before and after it
};

/// For back ends: copies all elements, in the stream's turn. `stream`: CUDA's; null on CPUs.
void copy_padded(void *stream, const PaddedPart &part, bool isOut);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
