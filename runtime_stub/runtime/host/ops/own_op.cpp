// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/own_op.h"

#include "runtime/host/ops/call_room.h"

#include <algorithm>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

namespace {

/// A part as C has it, with its lists of numbers.
shardc_part c_part(const ValuePart &part, CallRoom &room) {
  if (!part.memory) return {};
  const auto is_own = [](const PartDim &dim) { return dim.position < 0; };
  const size_t rank = std::count_if(part.dims.begin(), part.dims.end(), is_own);
  int64_t *extents = room.make<int64_t>(4 * rank), *whole = extents + rank, *offsets = whole + rank,
          *strides = offsets + rank;
  int64_t stride = 1, first = 0;
  for (size_t k = part.dims.size(), own = rank; k-- > 0;) {
    const PartDim &dim = part.dims[k];
    if (is_own(dim)) {
      extents[--own] = dim.part.size();
      whole[own] = dim.whole;
      offsets[own] = dim.part.lo;
      strides[own] = stride;
    }
    first += (dim.part.lo - dim.window.lo) * stride;
    stride *= dim.window.size();
  }
  const auto size = static_cast<int64_t>(bytes(part.type));
  char *memory = static_cast<char *>(const_cast<void *>(part.memory));
  return {memory + first * size,
          name(part.type),
          size,
          static_cast<int64_t>(rank),
          extents,
          whole,
          offsets,
          strides};
}

const shardc_part *c_parts(const List<ValuePart> &parts, CallRoom &room) {
  shardc_part *list = room.make<shardc_part>(parts.size());
  for (size_t k = 0; k < parts.size(); ++k)
    list[k] = c_part(parts[k], room);
  return list;
}

/// Devices are numbered row-major over the mesh.
const shardc_axis *places(const OwnOp &op, int device, CallRoom &room) {
  shardc_axis *axes = room.make<shardc_axis>(op.axes.size());
  for (size_t k = op.axes.size(); k-- > 0;) {
    axes[k] = op.axes[k];
    axes[k].place = device % axes[k].size;
    device /= static_cast<int>(axes[k].size);
  }
  return axes;
}

} // namespace

bool is_empty(const ValuePart &part) {
  for (const PartDim &dim : part.dims)
    if (dim.part.size() == 0) return true;
  return false;
}

bool is_idle(const List<ValuePart> &results, const shardc_communicator *others) {
  if (others && others->size > 1) return false;
  return std::any_of(results.begin(), results.end(), is_empty);
}

const char *call(const OwnOp &op, int device, void *stream, const List<ValuePart> &operands,
                 const List<ValuePart> &results, Scratch scratch, Keeper keeper, Divider divider,
                 const shardc_communicator *others) {
  if (is_idle(results, others)) return nullptr;
  CallRoom room;
  const shardc_call given = {c_parts(operands, room),
                             c_parts(results, room),
                             places(op, device, room),
                             op.attributes.data(),
                             static_cast<int64_t>(operands.size()),
                             static_cast<int64_t>(results.size()),
                             static_cast<int64_t>(op.axes.size()),
                             static_cast<int64_t>(op.attributes.size()),
                             device,
                             stream,
                             scratch.memory,
                             scratch.bytes,
                             keeper.keep,
                             keeper.keeper,
                             divider.divide,
                             divider.divider,
                             others};
  return op.function(&given);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
