// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/schedule.h"

#include "codegen/kernel/body.h"
#include "codegen/kernel/grid.h"
#include "codegen/kernel/turned.h"

namespace shardc {

KernelTree scheduleOf(const KernelView &view, Target target) {
  Nest nest = nestOf(view);
  if (target == Target::cpp) {
    Tile tile = tileOf(view, nest);
    if (const std::optional<PackedProduct> product = packedProductOf(view, nest, tile))
      return BodyBuilder(view).build(*product);
    if (Tile turned = turnedOf(view, nest)) tile = std::move(turned);
    KernelTree tree = BodyBuilder(view, &tile).build(nest, 0);
    tree.tile = std::move(tile);
    return tree;
  }
  Threads threads = threadsOf(view, nest);
  KernelTree tree = BodyBuilder(view).build(nest, threads.loops.size());
  threads.body = std::move(tree.statements);
  tree.statements.clear();
  tree.statements.push_back({std::move(threads)});
  return tree;
}

} // namespace shardc
