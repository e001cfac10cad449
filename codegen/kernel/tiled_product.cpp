// SPDX-License-Identifier: Apache-2.0
// A block of threads has a tile of rows and columns, the larger the more often what is brought into
// shared memory is used. But there should be a tile for every multiprocessor: so the largest one is
// taken of which there are so many. Loops around the product are the grid's third dimension.
#include "codegen/kernel/tiled_product.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

// Multiprocessors of an H100; an A100 has 108.
constexpr int64_t kMultiprocessors = 132;
// Of a grid's second and third dimension.
constexpr int64_t kMostBlocks = 65535;

namespace {

int64_t tilesOf(const KernelView &view, const PackedProduct &product, ProductTile tile) {
  return llvm::divideCeil(view.loops[product.rows].largest, tile.rows) *
         llvm::divideCeil(view.loops[product.columns].largest, tile.columns);
}

ProductTile tileFor(const KernelView &view, const PackedProduct &product, int64_t around) {
  constexpr ProductTile small = {32, 32};
  if (product.left->type == ElementType::f64) return small; // sums that wait fill the registers
  for (const ProductTile tile : {ProductTile{128, 64}, ProductTile{64, 64}})
    if (tilesOf(view, product, tile) * around >= kMultiprocessors) return tile;
  return small;
}

/// Whether the loop starts at one index everywhere and has one extent.
bool isAlike(const KernelView &view, int loop) {
  const LoopView &own = view.loops[loop];
  return own.form != LoopView::Form::looped ||
         (own.extent && (own.isLocal || view.kernel.loops[loop].lo.isUniform()));
}

} // namespace

std::optional<TiledProduct> tiledProductOf(const KernelView &view, const Nest &nest) {
  const auto product = packedProductOf(view, nest, tileOf(view, nest));
  if (!product || !llvm::all_of(product->outer, [&](int loop) { return isAlike(view, loop); }))
    return std::nullopt;
  TiledProduct made{*product, {}};
  int64_t around = 1;
  for (const int loop : product->outer)
    around *= std::max<int64_t>(view.loops[loop].largest, 1);
  made.product.tile = tileFor(view, *product, around);
  const auto &[rows, columns] = *made.product.tile;
  made.threads.x =
      llvm::divideCeil(std::max<int64_t>(view.loops[product->columns].largest, 1), columns);
  made.threads.y = llvm::divideCeil(std::max<int64_t>(view.loops[product->rows].largest, 1), rows);
  made.threads.z = around;
  made.threads.block = made.product.tile->threads();
  made.threads.perElement = false;
  if (made.threads.y > kMostBlocks || made.threads.z > kMostBlocks) return std::nullopt;
  return made;
}

std::string tiledText(const KernelView &view, const PackedProduct &product) {
  const std::string text =
      "of " + std::to_string(product.tile->rows) + " " + view.loops[product.rows].name + " by " +
      std::to_string(product.tile->columns) + " " + view.loops[product.columns].name +
      ", 16 terms at a time through shared memory";
  return product.where.empty() ? text : text + "; none where its sums are not used";
}

} // namespace shardc
