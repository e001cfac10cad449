// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/chunks.h"

#include "codegen/kernel/statement.h"
#include "frontend/ir/formula/push.h"

#include "runtime/device/cpu/attention_cpu.h"
#include "runtime/device/cpu/product_cpu.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

namespace {

/// What a thread does in ten microseconds, FLOPs or bytes: 20 of them in a nanosecond.
constexpr int64_t kWorthwhile = 200'000;

/// So many indices are enough for the threads that there may be; and so few for hardly any.
constexpr int64_t kMany = 64, kFew = 8;

/// Neighbours that stay together where they are shared out, so that all but the last are in whole
/// vectors, and threads do not write into each other's lines.
constexpr int64_t kTogether = 256;

/// A loop, how many of its indices stay together, and how many there are.
struct Outermost {
  int loop = -1;
  int64_t together = 1;
  std::optional<int64_t> extent = {};
  bool isEven = false; // a thread is to have one piece of it
};

/// Whether all is done by loops over pieces of one.
bool arePieces(const Statements &statements) {
  const auto *first = std::get_if<For>(&statements.front().node);
  return first && llvm::all_of(statements, [&](const Statement &each) {
           const auto *loop = std::get_if<For>(&each.node);
           return loop && loop->piece && loop->loop == first->loop;
         });
}

/// Rows or columns of a product, of which there are more tiles: a thread copies what all of its own
/// meet, so it has one piece, or some of many large ones.
Outermost outermostOf(const PackedProduct &product, const KernelView &view) {
  constexpr int64_t row = runtime::kMostTileRows, column = runtime::kMostTileColumns;
  constexpr int64_t large = 256, parts = 32;
  std::optional<int64_t> rows = view.loops[product.rows].extent;
  for (const int loop : product.folded)
    *rows *= *view.loops[loop].extent;
  const std::optional<int64_t> columns = view.loops[product.columns].extent;
  const bool areColumns = columns.value_or(0) / column > rows.value_or(0) / row;
  const int64_t tile = areColumns ? column : row;
  Outermost made = {areColumns ? product.columns : product.rows, tile, areColumns ? columns : rows};
  const int64_t part = made.extent.value_or(0) / parts;
  made.isEven = part < large;
  if (!made.isEven) made.together = static_cast<int64_t>(llvm::alignTo(part, tile));
  return made;
}

/// The loop in which another is all that there is, where that may be shared out as well.
const For *onlyLoopIn(const For &outer, const KernelView &view) {
  if (outer.body.size() != 1) return nullptr;
  const auto *inner = std::get_if<For>(&outer.body.front().node);
  if (!inner || inner->piece || !view.startsAtZero(inner->loop)) return nullptr;
  return inner->over == For::Over::all || inner->over == For::Over::blocks ? inner : nullptr;
}

/// A product that is all that a loop has in it.
const PackedProduct *onlyProductIn(const For &outer, const KernelView &view) {
  if (outer.body.size() != 1) return nullptr;
  const auto *sums = std::get_if<PackedSums>(&outer.body.front().node);
  return sums && view.startsAtZero(sums->product.rows) ? &sums->product : nullptr;
}

/// The outermost loop, but where that has few indices the longest of those that are alone in it, or
/// rows or columns of the product.
Outermost outermostOf(const For &outer, const KernelView &view) {
  const auto extentOf = [&](const For *loop) { return view.loops[loop->loop].extent.value_or(0); };
  const For *longest = &outer, *last = &outer;
  while (const For *inner = extentOf(last) < kMany ? onlyLoopIn(*last, view) : nullptr) {
    last = inner;
    // Neighbours are worked on together.
    const bool mayBe = !last->inVectors || extentOf(longest) < kFew;
    if (mayBe && extentOf(last) > extentOf(longest)) longest = last;
  }
  const PackedProduct *product = onlyProductIn(*last, view);
  if (product && extentOf(longest) < kFew) return outermostOf(*product, view);
  Outermost made = {longest->loop, 1, view.loops[longest->loop].extent};
  if (longest->over == For::Over::blocks) made.together = longest->size;
  if (longest->inVectors) made.together = kTogether;
  return made;
}

std::optional<Outermost> outermostOf(const KernelTree &tree, const KernelView &view) {
  if (tree.statements.empty()) return std::nullopt;
  if (tree.statements.size() != 1 && !arePieces(tree.statements)) return std::nullopt;
  const Statement &only = tree.statements.front();
  if (const auto *loop = std::get_if<For>(&only.node)) return outermostOf(*loop, view);
  if (const auto *attend = std::get_if<Attend>(&only.node))
    return Outermost{attend->attention.rows, runtime::kAttentionRows,
                     view.loops[attend->attention.rows].extent};
  const auto *sums = std::get_if<PackedSums>(&only.node);
  if (!sums) return std::nullopt;
  return outermostOf(sums->product, view);
}

} // namespace

std::optional<Chunks> chunksOf(const KernelTree &tree, const KernelView &view) {
  if (view.isInPlace()) return std::nullopt;
  const std::optional<Outermost> outermost = outermostOf(tree, view);
  if (!outermost) return std::nullopt;
  // Updates are taken in their order; rows that go their own ways in any.
  if (isPushed(view.formula) &&
      !llvm::is_contained(ownLoops(view.formula.results.front()), outermost->loop))
    return std::nullopt;
  const int64_t extent = outermost->extent.value_or(0);
  if (extent <= 1 || !view.startsAtZero(outermost->loop)) return std::nullopt;
  const int64_t work = std::max({view.kernel.flops, view.kernel.bytes, int64_t(1)});
  const int64_t least = llvm::divideCeil(kWorthwhile, std::max<int64_t>(work / extent, 1));
  const int64_t size = llvm::alignTo(least, outermost->together);
  if (size >= extent) return std::nullopt;
  return Chunks{{extent, size, outermost->isEven ? outermost->together : 0}, outermost->loop};
}

} // namespace shardc
