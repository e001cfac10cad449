// SPDX-License-Identifier: Apache-2.0
// Two kernels as one, with the results of both.
#pragma once

#include "codegen/lower/kernels/part_kernel.h"

#include <deque>

namespace shardc {

/// A kernel in its place, with the parts that it computes, one per result of its formula, and the
/// fusion of each. A move has a part and no fusion.
struct PlacedKernel {
  SmallVector<PartRef, 1> parts;
  SmallVector<const Fusion *, 1> fusions;
  PartKernel kernel;
};

/// Two formulas as one.
struct Joined {
  KernelBody body;
  std::vector<PartRef> ins;
};

/// The result with other loops, its operands behind `shift` others.
Result adopted(const Result &result, ArrayRef<Expr> loops, int64_t shift);

/// Whether the first results of both have the same elements on every shard, in loops of the same
/// order.
bool sameElements(const KernelBody &first, const KernelBody &next);

/// What both compute, over the loops of the first, with the one result of the second last; what
/// that reads of the first's results, element by element, is computed where it is used. None where
/// the elements are others, or other elements of the first's results are read. A routine is no
/// second. What shards run over is to be set.
std::optional<Joined> joined(const PlacedKernel &first, const PlacedKernel &next);
/// What shards run over to compute the part, the first result.
void setLoops(KernelBody &body, const Graph &graph, PartRef part);
/// The first becomes both; the body lives in `bodies`.
void become(PlacedKernel &first, const PlacedKernel &next, Joined both,
            std::deque<KernelBody> &bodies);

} // namespace shardc
