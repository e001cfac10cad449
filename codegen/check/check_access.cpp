// SPDX-License-Identifier: Apache-2.0
#include "codegen/check/check_access.h"

#include "analysis/boxes/shard_reads.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// Bounds inference for all devices against that for one.
static bool holdsOneByOne(ArrayRef<ShardRead> together, const ShardBoxes &written,
                          const Formula &formula, const ShardLoops &loops, const ShardGrid &grid) {
  llvm::DenseMap<Expr, const ShardBoxes *> boxesOf; // a load is there once
  for (const ShardRead &read : together)
    boxesOf[read.load] = &read.boxes;
  return llvm::all_of(typicalPlaces(grid), [&](const auto &place) {
    const Env env = envAt(loops, grid, place);
    return written.at(place) == dense(resultBox(formula, 0, env)) &&
           llvm::all_of(reads(formula, env), [&](const Read &read) {
             const ShardBoxes *all = boxesOf.lookup(read.load);
             return all && covers(all->at(place), read.box);
           });
  });
}

Access accessOf(const Kernel &kernel, int result, const ShardGrid &grid) {
  const Formula formula = onlyResult(kernel.formula, result);
  ShardLoops loops;
  for (const Span &span : kernel.loops)
    loops.push_back(intervalsOf(grid, span));
  std::vector<ShardRead> all = readsOf(formula, loops, grid);
  Access access;
  access.partial = partialSumOf(kernel, result, grid);
  access.written = resultBoxes(formula, loops, grid);
  access.isProven = holdsOneByOne(all, access.written, formula, loops, grid);
  for (ShardRead &read : all)
    access.reads.push_back({static_cast<int>(read.load->value), std::move(read.boxes)});
  return access;
}

} // namespace shardc
