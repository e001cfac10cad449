// SPDX-License-Identifier: Apache-2.0
// A group computed for one part of its value, reading parts of others.
#pragma once

#include "codegen/graph.h"

#include <optional>

namespace shardc {

/// A part of a value, as kernels name it.
struct PartRef {
  int value, part;
  auto operator<=>(const PartRef &) const = default;
};

/// A group computed for one part of its value: the formula with an operand per part that it reads.
struct PartKernel {
  Formula formula;
  std::vector<PartRef> ins;
  std::vector<Env> envs; // per shard
};

/// The kernel of `group` for a part of its value: its formula simplified for all shards, each load
/// reading from the smallest part that holds what it reads on every shard. None where no part of a
/// value does.
std::optional<PartKernel> partKernel(const Graph &graph, const Group &group, size_t part);

} // namespace shardc
