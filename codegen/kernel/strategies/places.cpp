// SPDX-License-Identifier: Apache-2.0
// A block has few neighbours of a row, a sector or more, and all places: indices of loops that some
// of what is read does not use. So that is brought from memory once for all of them, by blocks that
// are enough for a GPU where elements are few and each takes long, as those of a gradient of a
// depthwise convolution's kernel.
#include "codegen/kernel/estimate.h"
#include "codegen/kernel/grid.h"
#include "codegen/kernel/strategies/strategies.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static constexpr int64_t kMostThreads = 256, kFewestNeighbours = 8;

/// Whether threads that have an element each, and reduce, are a warp for every other
/// multiprocessor, but would not fill a block for each.
static bool areFew(const KernelView &view) {
  const auto reduces = [](const Result &result) { return contains(result.value, Kind::Item); };
  const auto elements = static_cast<double>(mostIndices(view, view.order));
  return llvm::all_of(view.formula.results, reduces) && !view.isInPlace() &&
         2 * elements >= kWarp * gpu().cores && elements < kMostThreads * gpu().cores;
}

/// Loops with several indices, where reductions use all of them.
static SmallVector<int, 8> loopsOf(const KernelView &view, const Nest &nest) {
  const auto isLooped = [&](int loop) { return view.loops[loop].isLooped(); };
  const size_t given = nest.stops.empty() ? nest.order.size() : nest.stops.front();
  const ArrayRef<int> order = nest.order;
  if (llvm::any_of(order.drop_front(given), isLooped)) return {};
  return llvm::filter_to_vector<8>(order.take_front(given), isLooped);
}

/// Innermost ones but for the last, as long as a block has room for them and its neighbours.
static SmallVector<int, 4> placesOf(const KernelView &view, ArrayRef<int> loops) {
  SmallVector<int, 4> places;
  int64_t threads = kFewestNeighbours;
  for (const int loop : llvm::reverse(loops.drop_back())) {
    threads *= mostIndices(view, loop);
    const auto hasNone = [&](const AccessFacts &each) { return !each.uses(loop); };
    if (threads > kMostThreads || llvm::none_of(view.facts.loads, hasNone)) break;
    places.insert(places.begin(), loop);
  }
  return places;
}

void places(const KernelView &view, const Nest &nest, Candidates &candidates) {
  const SmallVector<int, 8> loops = loopsOf(view, nest);
  if (loops.size() < 2 || !areFew(view)) return;
  const int row = loops.back();
  const SmallVector<int, 4> found = placesOf(view, loops);
  if (found.empty()) return;
  const int64_t count = mostIndices(view, found), all = mostIndices(view, row);
  for (int64_t own = kFewestNeighbours; own * count <= kMostThreads && own <= all; own *= 2) {
    Schedule made{"places", {}};
    for (const int loop : nest.order)
      if (loop != row && !llvm::is_contained(found, loop))
        made.axes.push_back(wholeAxis(view, loop, 2));
    made.axes.push_back({found, {{To::thread, count, 1, own}}});
    const auto blocks = static_cast<int64_t>(llvm::divideCeil(all, own));
    made.axes.push_back({{row}, {{To::grid, blocks, own, 0}, {To::thread, own, 1, 1}}});
    candidates.push_back(std::move(made));
  }
}

} // namespace shardc
