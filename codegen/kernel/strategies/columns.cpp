// SPDX-License-Identifier: Apache-2.0
// A block has some columns that are neighbours in memory, a sector of each row or more; and threads
// of a column have leaves of its sums each, or parts where an order is free. Where a thread has one
// leaf, it may keep it in registers until it is known what becomes of it.
#include "codegen/kernel/estimate.h"
#include "codegen/kernel/grid.h"
#include "codegen/kernel/strategies/shared_loops.h"
#include "codegen/kernel/strategies/strategies.h"

#include "llvm/Support/MathExtras.h"

namespace shardc {

constexpr int64_t kMostColumns = 32, kFewestColumns = 8, kThreadsOfColumns = 1024;
// Of a block that keeps columns, each thread some 64 elements, so that registers are enough.
constexpr int64_t kMostOfKept = 512;

static int64_t powerBelow(int64_t number) {
  return static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(number)));
}

void columns(const KernelView &view, const Nest &nest, Candidates &candidates) {
  const std::optional<SharedLoops> shared = sharedLoopsOf(view, nest);
  if (!shared || shared->areRows) return;
  const int64_t all = mostIndices(view, shared->results);
  const auto most = std::min<int64_t>(kMostColumns, llvm::PowerOf2Ceil(static_cast<uint64_t>(all)));
  const int64_t parts = shared->leaves.value_or(powerBelow(shared->terms));
  for (int64_t own = most; own >= std::min(most, kFewestColumns); own /= 2)
    for (int64_t slots = std::min(parts, kThreadsOfColumns / own); slots > 1; slots /= 2) {
      if (own * slots < kWarp && slots < parts) break;
      // Beyond that threads have columns of their own to wait for.
      const bool isEnough =
          static_cast<double>(all * slots) > 2 * gpu().cores * gpu().threadsPerCore;
      Schedule made{"columns",
                    sharedAxes(view, shared->results, own, {{To::thread, slots, 1, own}})};
      made.shared = shared->loops;
      if (!isEnough) candidates.push_back(made);
      if (own * slots > kMostOfKept || !shared->inner.empty()) continue;
      made.kept = keptColumnsOf(view, shared->along, slots, own);
      made.strategy = "columns in registers";
      if (made.kept) candidates.push_back(std::move(made));
    }
}

} // namespace shardc
