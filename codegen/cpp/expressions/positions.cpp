// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/expressions/positions.h"

namespace shardc {

/// There are no more threads, or blocks, than outermost counts take.
static std::string digitText(const Count &count) {
  const std::string below = count.below == 1 ? "" : " / " + std::to_string(count.below);
  return below + (count.isOutermost ? "" : " % " + std::to_string(count.extent));
}

static std::string countText(const Count &count) {
  if (count.of == Count::Of::thread) return "threadIdx.x" + digitText(count);
  return "blockIdx.z" + (count.extent == 1 ? "" : digitText(count));
}

std::string positionText(const Position &position) {
  std::string count = countText(position.count);
  if (position.perZ != 0) count = "blockIdx.z * " + std::to_string(position.perZ) + " + " + count;
  return position.offset == 0 ? count : count + " + " + std::to_string(position.offset);
}

} // namespace shardc
