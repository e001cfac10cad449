// SPDX-License-Identifier: Apache-2.0
// What one function computes, as formulas over numbered values: the program without MLIR.
#pragma once

#include "codegen/plan.h"

namespace shardc {

/// A box of a value on each shard of the function.
struct GraphPart {
  std::vector<Box> boxes;   // what is read, or output
  std::vector<Box> windows; // what is computed: at least the boxes
};

/// How a moved value comes about: what devices hold of another value, brought to where this one is
/// needed (its only part). The other value is its operand.
struct GraphMove {
  Collective collective; // without its spans
  std::vector<Box> held; // per shard, of `from`
};

struct GraphValue {
  enum class Kind : uint8_t { input, constant, computed, moved };
  Kind kind = Kind::computed;
  int index = -1;   // of the input or constant
  std::string name; // the user's, or made up
  TensorSpec type;
  Formula formula;           // computed: one result
  std::vector<int> operands; // computed: values, one per operand of the formula; moved: one
  GraphMove move;            // moved
  Source source;
  std::vector<GraphPart> parts; // needed boxes, decided once for all shards
  int output = -1;              // of the program; such a value is always in memory
  std::vector<Box> outputBoxes; // of an output, per shard
};

/// Producers come before users.
struct Graph {
  std::vector<GraphValue> values;
  /// Per number that loops have as `split`: the interval on each shard.
  std::vector<std::vector<Interval>> splits;
  int64_t shards = 1;
};

/// A value that is computed into memory, with what has been substituted into its formula.
struct Group {
  int value;
  Formula formula;
  std::vector<int> operands; // values in memory, one per operand of the formula
  std::vector<int> members;  // values computed by it, itself last
};

/// Which values are substituted into their users and which are computed into memory. A value is
/// substituted where repeating its work costs less than writing and reading it, equal reductions
/// being done once, outside the loops that they do not use; `apart` lists values that must not be.
std::vector<Group> fuse(const Graph &graph, ArrayRef<bool> apart);

} // namespace shardc
