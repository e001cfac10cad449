// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/kernels/spans.h"

#include "llvm/ADT/Hashing.h"

namespace shardc {

Bound Spans::shared(Bound bound) {
  if (bound.isUniform()) return bound;
  const uint64_t hash = llvm::hash_combine_range(bound.values.begin(), bound.values.end());
  SmallVector<Bound, 1> &alike = bounds[hash];
  for (const Bound &known : alike)
    if (known == bound) return known;
  alike.push_back(bound);
  return bound;
}

Span Spans::of(const Varying<Interval> &intervals) {
  SmallVector<Made, 1> &known = made[intervals.values.get()];
  for (const Made &each : known)
    if (each.of.over == intervals.over) return each.span;
  const Span span = spanOf(grid, intervals);
  known.push_back({intervals, {shared(span.lo), shared(span.hi)}});
  return known.back().span;
}

SmallVector<Span, 4> Spans::of(ArrayRef<Varying<Interval>> dims) {
  SmallVector<Span, 4> spans;
  for (const Varying<Interval> &dim : dims)
    spans.push_back(of(dim));
  return spans;
}

} // namespace shardc
