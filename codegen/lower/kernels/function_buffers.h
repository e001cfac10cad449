// SPDX-License-Identifier: Apache-2.0
// The buffers of a function: the parts of values that are in memory.
#pragma once

#include "codegen/lower/fusion/place_kernels.h"
#include "codegen/lower/kernels/spans.h"
#include "codegen/plan/names.h"

#include <map>

namespace shardc {

/// Adds a buffer to `function` for each part that is read or written, inputs and constants first.
class FunctionBuffers {
public:
  FunctionBuffers(const Graph &graph, const Needed &needed, Function &function, Spans &allSpans);

  /// The number of a part's buffer.
  int of(PartRef part) const { return numbers.at(homeOf(graph, part)); }
  bool contains(PartRef part) const { return numbers.contains(part); }
  const Buffer &operator[](int number) const { return function.buffers[number]; }
  Kernel::Window windowOf(int number) const;
  /// What is in memory of it, on each shard. Equal ones may be one.
  const SharedBoxes &windowBoxes(int number) const { return windows[number]; }
  const SmallVector<Span, 4> &spans(const SharedBoxes &perShard);

private:
  void add(PartRef part, int count, int number);
  int64_t mostElements(const SharedBoxes &boxes);

  const Graph &graph;
  Function &function;
  Spans &allSpans;
  std::map<PartRef, int> numbers;
  std::vector<SharedBoxes> windows;
  llvm::DenseMap<const ShardBoxes *, SmallVector<Span, 4>> knownSpans;
  llvm::DenseMap<const ShardBoxes *, int64_t> knownElements;
  Names names;
};

} // namespace shardc
