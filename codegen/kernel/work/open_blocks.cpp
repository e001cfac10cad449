// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/work/open_blocks.h"

#include "runtime/device/sum_order.h"

#include <algorithm>

namespace shardc {

static void add(OpenBlocks::Blocks &blocks, int64_t indices, double count) {
  if (indices > 0 && count > 0) blocks.push_back({indices, count});
}

static double allOf(const OpenBlocks::Blocks &blocks) {
  double count = 0;
  for (const OpenBlocks::Alike &each : blocks)
    count += each.count;
  return std::max(1.0, count);
}

OpenBlocks::Blocks OpenBlocks::leaves(int64_t leaves, int64_t terms, const Interval &own) {
  const int64_t first = runtime::leaf_of(leaves, terms, own.lo);
  const int64_t last = runtime::leaf_of(leaves, terms, own.hi - 1);
  const auto start = [&](int64_t leaf) {
    return runtime::leaf_start(leaves, terms, leaf, own.lo, own.hi);
  };
  Blocks blocks;
  add(blocks, start(first + 1) - start(first), 1);
  if (last > first) add(blocks, start(last + 1) - start(last), 1);
  const int64_t between = last - first - 1;
  if (between <= 0) return blocks;
  const int64_t held = start(last) - start(first + 1), least = held / between;
  add(blocks, least + 1, static_cast<double>(held % between));
  add(blocks, least, static_cast<double>(between - held % between));
  return blocks;
}

double OpenBlocks::countOf(int loop) const {
  const auto open = blocksOf.find(loop);
  return open == blocksOf.end() ? 1 : allOf(open->second);
}

OpenBlocks::Blocks OpenBlocks::cut(int loop, const Interval &whole, int64_t size) const {
  const auto open = blocksOf.find(loop);
  const Blocks all = {{std::max<int64_t>(whole.extent(), 0), 1}};
  Blocks cut;
  for (const Alike &block : open == blocksOf.end() ? all : open->second) {
    add(cut, size, block.count * static_cast<double>(block.indices / size));
    add(cut, block.indices % size, block.count);
  }
  return cut;
}

double OpenBlocks::inside(int loop, Blocks blocks, llvm::function_ref<double()> body) {
  if (blocks.empty()) return 0;
  const double here = allOf(blocks) / countOf(loop);
  const auto before = blocksOf;
  blocksOf[loop] = std::move(blocks);
  const double counted = here * body();
  blocksOf = before;
  return counted;
}

} // namespace shardc
