// SPDX-License-Identifier: Apache-2.0
// A warp has a row, or a leaf of the sums of a long one. What several reductions need of a row's
// elements stays in registers where these are enough.
#include "codegen/kernel/grid.h"
#include "codegen/kernel/strategies/shared_loops.h"
#include "codegen/kernel/strategies/strategies.h"

#include "llvm/Support/MathExtras.h"

namespace shardc {

constexpr int64_t kMostWarps = 32, kWarpsOfBlock = 8;
// Terms that are worth a warp, where an order is free.
constexpr int64_t kTermsOfWarp = 1024;

void rows(const KernelView &view, const Nest &nest, Candidates &candidates) {
  const std::optional<SharedLoops> shared = sharedLoopsOf(view, nest);
  if (!shared || !shared->areRows) return;
  const auto parts = static_cast<int64_t>(
      llvm::PowerOf2Ceil(static_cast<uint64_t>(llvm::divideCeil(shared->terms, kTermsOfWarp))));
  const int64_t warps = std::min(shared->leaves.value_or(parts), kMostWarps);
  const std::optional<KeptRows> kept = keptRowsOf(view, shared->along, warps);
  for (int64_t own = warps > 1 ? 1 : kWarpsOfBlock; own > 0; own /= 2) {
    Schedule made{
        kept ? "rows in registers" : "rows",
        sharedAxes(view, shared->results, own, {{To::lane, kWarp}, {To::thread, warps, 1, kWarp}})};
    made.shared = shared->loops;
    made.kept = kept;
    candidates.push_back(std::move(made));
  }
}

} // namespace shardc
