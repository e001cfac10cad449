// SPDX-License-Identifier: Apache-2.0
// The spans of a function, made of what the analysis says of boxes and loops.
#pragma once

#include "codegen/plan/plan.h"

#include "llvm/ADT/DenseMap.h"

namespace shardc {

/// Makes spans of intervals. Equal bounds get one table, so that whether two spans are equal, and
/// what was worked out of one before, is seen without a look at its numbers.
class Spans {
public:
  explicit Spans(const ShardGrid &grid) : grid(grid) {}

  Span of(const Varying<Interval> &intervals);
  SmallVector<Span, 4> of(ArrayRef<Varying<Interval>> dims);

private:
  struct Made {
    Varying<Interval> of; // keeps the table, so that its address stays its own
    Span span;
  };
  Bound shared(Bound bound);

  ShardGrid grid;
  llvm::DenseMap<const void *, SmallVector<Made, 1>> made; // by the table of intervals
  llvm::DenseMap<uint64_t, SmallVector<Bound, 1>> bounds;  // by the hash of their numbers
};

} // namespace shardc
