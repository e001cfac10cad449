// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/positions.h"

namespace shardc {

/// There are no more threads, or blocks, than outermost counts take.
static std::string digitText(const Count &count) {
  const std::string below = count.below == 1 ? "" : " / " + std::to_string(count.below);
  return below + (count.isOutermost ? "" : " % " + std::to_string(count.extent));
}

static std::string countText(const Count &count) {
  switch (count.of) {
  case Count::Of::variable:
    return count.variable;
  case Count::Of::thread:
    return "threadIdx.x" + digitText(count);
  case Count::Of::gridX:
    return "blockIdx.x";
  case Count::Of::gridY:
    return "blockIdx.y";
  case Count::Of::gridZ:
    return "blockIdx.z" + (count.extent == 1 ? "" : digitText(count));
  }
  return "";
}

std::string positionText(const Position &position) {
  std::string text;
  size_t parts = 0;
  for (const Count &count : position.counts) {
    // Modulo the modulus, so many turns are none.
    const int64_t stride = position.modulus ? count.stride % position.modulus : count.stride;
    if (stride == 0) continue;
    text += (parts++ ? " + " : "") + countText(count);
    if (stride != 1) text += " * " + std::to_string(stride);
  }
  if (position.offset != 0 || parts == 0)
    text += (parts++ ? " + " : "") + std::to_string(position.offset);
  if (position.modulus == 0) return text;
  return (parts > 1 ? "(" + text + ")" : text) + " % " + std::to_string(position.modulus);
}

} // namespace shardc
