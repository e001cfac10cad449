// SPDX-License-Identifier: Apache-2.0
// What is reduced along two loops, of which the inner one is a row of memory: a warp has the rows
// of its leaves of the outer one, one after the other, and lanes have a row's terms.
#include "codegen/kernel/grid.h"
#include "codegen/kernel/strategies/shared_loops.h"
#include "codegen/kernel/strategies/strategies.h"

#include "llvm/Support/MathExtras.h"

namespace shardc {

constexpr int64_t kWarpsOfPlane = 32;

void planes(const KernelView &view, const Nest &nest, Candidates &candidates) {
  const std::optional<SharedLoops> shared = sharedLoopsOf(view, nest);
  if (!shared || !shared->haveRows) return;
  const int64_t parts = shared->leaves.value_or(
      static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(shared->terms))));
  for (int64_t warps = std::min(parts, kWarpsOfPlane); warps > 1; warps /= 2) {
    Schedule made{"planes", sharedAxes(view, shared->results, 1,
                                       {{To::lane, kWarp}, {To::thread, warps, 1, kWarp}})};
    made.shared = shared->loops;
    made.lanes = shared->inner;
    candidates.push_back(std::move(made));
  }
}

} // namespace shardc
