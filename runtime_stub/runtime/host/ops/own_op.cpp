// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/own_op.h"

#include <algorithm>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

namespace {

/// Parts as C has them, with their lists of numbers.
class CParts {
public:
  explicit CParts(const std::vector<ValuePart> &parts) {
    for (const ValuePart &part : parts)
      numbers.emplace_back(4 * part.dims.size());
    for (size_t k = 0; k < parts.size(); ++k)
      list.push_back(made(parts[k], numbers[k].data()));
  }

  std::vector<shardc_part> list;

private:
  std::vector<std::vector<int64_t>> numbers;

  static shardc_part made(const ValuePart &part, int64_t *extents) {
    if (!part.memory) return {};
    const size_t rank = part.dims.size();
    int64_t *whole = extents + rank, *offsets = whole + rank, *strides = offsets + rank;
    int64_t stride = 1, first = 0;
    for (size_t k = rank; k-- > 0;) {
      const PartDim &dim = part.dims[k];
      extents[k] = dim.part.size();
      whole[k] = dim.whole;
      offsets[k] = dim.part.lo;
      strides[k] = stride;
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
};

} // namespace

bool is_empty(const ValuePart &part) {
  for (const PartDim &dim : part.dims)
    if (dim.part.size() == 0) return true;
  return false;
}

/// Devices are numbered row-major over the mesh.
static std::vector<shardc_axis> places(const OwnOp &op, int device) {
  std::vector<shardc_axis> axes = op.axes;
  for (size_t k = axes.size(); k-- > 0;) {
    axes[k].place = device % axes[k].size;
    device /= static_cast<int>(axes[k].size);
  }
  return axes;
}

bool is_idle(const std::vector<ValuePart> &results, const shardc_communicator *others) {
  if (others && others->size > 1) return false;
  return std::any_of(results.begin(), results.end(), is_empty);
}

const char *call(const OwnOp &op, int device, void *stream, const std::vector<ValuePart> &operands,
                 const std::vector<ValuePart> &results, Scratch scratch, Keeper keeper,
                 Divider divider, const shardc_communicator *others) {
  if (is_idle(results, others)) return nullptr;
  const CParts in(operands), out(results);
  const std::vector<shardc_axis> axes = places(op, device);
  const shardc_call given = {in.list.data(),
                             out.list.data(),
                             axes.data(),
                             op.attributes.data(),
                             static_cast<int64_t>(in.list.size()),
                             static_cast<int64_t>(out.list.size()),
                             static_cast<int64_t>(axes.size()),
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
