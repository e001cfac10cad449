// SPDX-License-Identifier: Apache-2.0
// What all shards execute, beside what computing each value once would take.
#pragma once

#include "codegen/lower/fusion/fuse.h"
#include "frontend/ir/formula/key.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <unordered_map>
#include <unordered_set>

namespace shardc {

/// What a kernel executes, read off its schedule for CPUs.
struct KernelWork {
  double most = 0; // on the shard that does most [FLOPs]
  double all = 0;  // on all shards together [FLOPs]
};
std::vector<KernelWork> workOfKernels(const Function &function);

/// What a kernel reads, once each, and writes on the shard that has most [bytes]. Where computed
/// indices pick elements, the most that they can be.
int64_t bytesOf(const Kernel &kernel, const ShardGrid &grid);

/// Adds up the work of the functions of a plan, by the values that kernels make. A value that is
/// computed several times, by other shards, in other kernels or for every element of a result, is
/// what is repeated; which of its kernels does it first is no matter.
class WorkTally {
public:
  /// A step `label` makes the values of `fusions`, a part of each or all, and does so `times`
  /// times.
  void add(const Graph &graph, ArrayRef<const Fusion *> fusions, const std::string &label,
           double flops, double times);
  /// Without the bytes of inputs.
  Repeated repeated() const;

private:
  struct Tally {
    std::string label; // of the first step
    double done = 0, once = 0;
  };
  Tally &tallyOf(const GraphValue &value);
  double onceOf(const Graph &graph, const GraphValue &value);
  bool isCounted(const Graph &graph, const GraphValue &value);
  double aloneOf(const Formula &formula);

  std::vector<Tally> tallies;
  llvm::DenseMap<const void *, size_t> numbers;   // by the program's value
  llvm::DenseSet<const void *> counted;           // values, by whatever kernel
  std::unordered_set<Key, KeyHash> countedTuples; // reductions of several values, with operands
  std::unordered_map<Key, double, KeyHash> known; // of formulas
};

} // namespace shardc
