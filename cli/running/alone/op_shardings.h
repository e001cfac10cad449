// SPDX-License-Identifier: Apache-2.0
// The ways in which code for an op is tried by itself: every factor of its rule split. Pure
// algebra.
#pragma once

#include "analysis/propagate/factors.h"

#include <string>
#include <vector>

namespace shardc {

/// Factors that are split, in order, and into how many parts; each over an axis of its own.
struct OpSharding {
  std::vector<std::pair<int, int64_t>> parts;

  /// "i over rows=2, j over inner=2".
  std::string str(const Rule &rule, const Mesh &mesh) const;
};

/// Each factor in 2 and in 3 parts, then pairs of factors in 2 each. A factor that lies in a
/// dimension behind others is split with those, of which every index is a part then. `even`: none
/// with parts of different sizes.
std::vector<OpSharding> shardingsToTry(const Rule &rule, bool even);

/// A mesh for it: axes called as those of `names` first, which are of size 1 where it needs fewer.
Mesh meshFor(const OpSharding &sharding, llvm::ArrayRef<MeshAxis> names);
/// How a tensor lies whose dimensions are made of such factors; nothing is open.
Sharding tensorSharding(const Rule &rule, llvm::ArrayRef<DimFactors> dims,
                        const OpSharding &sharding, const Mesh &mesh);

} // namespace shardc
