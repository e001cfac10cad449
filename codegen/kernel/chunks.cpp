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

/// A loop, and how many of its indices stay together.
struct Outermost {
  int loop = -1;
  int64_t together = 1;
};

/// Whether all is done by loops over pieces of one.
bool arePieces(const Statements &statements) {
  const auto *first = std::get_if<For>(&statements.front().node);
  return first && llvm::all_of(statements, [&](const Statement &each) {
           const auto *loop = std::get_if<For>(&each.node);
           return loop && loop->piece && loop->loop == first->loop;
         });
}

std::optional<Outermost> outermostOf(const KernelTree &tree, const KernelView &view) {
  if (tree.statements.empty()) return std::nullopt;
  if (tree.statements.size() != 1 && !arePieces(tree.statements)) return std::nullopt;
  const Statement &only = tree.statements.front();
  if (const auto *loop = std::get_if<For>(&only.node))
    return Outermost{loop->loop, loop->over == For::Over::blocks ? loop->size : 1};
  if (const auto *attend = std::get_if<Attend>(&only.node))
    return Outermost{attend->attention.rows, runtime::kAttentionRows};
  const auto *sums = std::get_if<PackedSums>(&only.node);
  if (!sums) return std::nullopt;
  // Half of a block of rows, so that threads end together; columns where there are more of them.
  const PackedProduct &product = sums->product;
  constexpr int64_t rows = runtime::kBlockRows / 2, columns = runtime::kBlockColumns;
  const auto blocks = [&](int loop, int64_t size) {
    return view.loops[loop].extent.value_or(0) / size;
  };
  if (blocks(product.columns, columns) > blocks(product.rows, rows))
    return Outermost{product.columns, columns};
  return Outermost{product.rows, rows};
}

} // namespace

std::optional<Chunks> chunksOf(const KernelTree &tree, const KernelView &view) {
  const auto isShared = [](const ParameterView &each) { return each.shared; };
  if (llvm::any_of(view.ins, isShared)) return std::nullopt;
  const std::optional<Outermost> outermost = outermostOf(tree, view);
  if (!outermost) return std::nullopt;
  // Updates are taken in their order; rows that go their own ways in any.
  if (isPushed(view.formula) &&
      !llvm::is_contained(ownLoops(view.formula.results.front()), outermost->loop))
    return std::nullopt;
  const LoopView &loop = view.loops[outermost->loop];
  const int64_t extent = loop.extent.value_or(0);
  if (extent <= 1 || !view.startsAtZero(outermost->loop)) return std::nullopt;
  const int64_t work = std::max({view.kernel.flops, view.kernel.bytes, int64_t(1)});
  const int64_t least = llvm::divideCeil(kWorthwhile, std::max<int64_t>(work / extent, 1));
  const int64_t size = llvm::alignTo(least, outermost->together);
  if (size >= extent) return std::nullopt;
  return Chunks{outermost->loop, extent, size};
}

} // namespace shardc
