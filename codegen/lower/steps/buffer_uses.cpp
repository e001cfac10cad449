// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/steps/buffer_uses.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// `place`: of all of them, in a list that they are below.
static void count(ArrayRef<Step> steps, Uses &uses, std::optional<size_t> place) {
  for (auto [number, step] : llvm::enumerate(steps)) {
    const size_t at = place.value_or(number);
    const auto read = [&](int buffer) {
      BufferUse &use = uses[buffer];
      ++use.reads;
      use.firstRead = std::min(use.firstRead, at);
      use.lastRead = std::max(use.lastRead, at);
    };
    const bool isSwap = step.kind == Step::Kind::swap;
    for (int buffer : step.ins)
      isSwap ? void(++uses[buffer].swaps) : read(buffer);
    for (int buffer : step.outs) {
      BufferUse &use = uses[buffer];
      ++(isSwap ? use.swaps : use.writes);
      if (!isSwap) use.firstWrite = std::min(use.firstWrite, at);
    }
    if (step.decider >= 0) read(step.decider);
    for (const std::vector<Step> &body : step.bodies)
      count(body, uses, at);
  }
}

Uses usesOf(ArrayRef<Step> steps) {
  Uses uses;
  count(steps, uses, std::nullopt);
  return uses;
}

int bufferOf(const Function &function, Role role, int index) {
  int found = -1;
  for (const auto &[number, buffer] : llvm::enumerate(function.buffers)) {
    if (buffer.role != role || buffer.index != index) continue;
    if (found >= 0) return -1;
    found = static_cast<int>(number);
  }
  return found;
}

} // namespace shardc
