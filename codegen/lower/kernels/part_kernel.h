// SPDX-License-Identifier: Apache-2.0
// A fusion computed for one part of its value, reading parts of others.
#pragma once

#include "analysis/boxes/shard_reads.h"
#include "codegen/lower/fusion/fuse.h"
#include "frontend/ir/formula/key.h"

#include <optional>
#include <unordered_map>

namespace shardc {

/// A part of a value, as kernels name it.
struct PartRef {
  int value, part;
  auto operator<=>(const PartRef &) const = default;
};

/// What a kernel does, whatever parts it reads.
struct KernelBody {
  Formula formula;
  ShardLoops loops;
};

/// A fusion computed for one part of its value: the formula with an operand per part that it reads.
struct PartKernel {
  const KernelBody *body = nullptr; // kernels that are alike have one
  std::vector<PartRef> ins;
};

/// Makes kernels, once for all fusions that are alike.
class PartKernels {
public:
  explicit PartKernels(const Graph &graph) : graph(graph) {}

  /// The kernel of `fusion` for a part of its value: its formula simplified for all shards, each
  /// load reading from the smallest part that holds what it reads on every shard. None where no
  /// part of a value does. Lives as long as this.
  std::optional<PartKernel> of(const Fusion &fusion, size_t part);

private:
  struct Made {
    bool fits = false;
    KernelBody body;
    std::vector<PartRef> ins; // of the operand with that number, not of a value
  };
  Key keyOf(const Fusion &fusion, size_t part) const;
  Made make(const Fusion &fusion, size_t part) const;

  const Graph &graph;
  std::unordered_map<Key, Made, KeyHash> known;
};

} // namespace shardc
