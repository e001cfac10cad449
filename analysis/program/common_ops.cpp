// SPDX-License-Identifier: Apache-2.0
#include "analysis/program/common_ops.h"

#include "frontend/ir/interfaces/shardable.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <vector>

using namespace mlir;

namespace shardc {

namespace {

/// Ops by hash, those of open blocks only: what a block added is taken out in the opposite order.
/// Hashes are kept, since making one means looking at all that an op refers to.
class SeenOps {
public:
  explicit SeenOps(size_t most) : heads(llvm::NextPowerOf2(most), -1) {}

  /// One that does the same as `op`; null where there is none yet, and then `op` is added.
  Operation *findOrAdd(Operation *op) {
    const size_t hash = OperationEquivalence::computeHash(op, OperationEquivalence::directHashValue,
                                                          OperationEquivalence::ignoreHashValue,
                                                          OperationEquivalence::IgnoreLocations);
    int &head = headOf(hash);
    for (int at = head; at >= 0; at = seen[at].next)
      if (seen[at].hash == hash && areEqual(seen[at].op, op)) return seen[at].op;
    seen.push_back({op, hash, head});
    head = static_cast<int>(seen.size()) - 1;
    return nullptr;
  }

  size_t size() const { return seen.size(); }
  void shrinkTo(size_t size) {
    for (; seen.size() > size; seen.pop_back())
      headOf(seen.back().hash) = seen.back().next;
  }

private:
  struct Seen {
    Operation *op;
    size_t hash;
    int next; // with the same head
  };

  static bool areEqual(Operation *a, Operation *b) {
    return OperationEquivalence::isEquivalentTo(a, b, OperationEquivalence::IgnoreLocations);
  }
  int &headOf(size_t hash) { return heads[hash & (heads.size() - 1)]; }

  std::vector<int> heads;
  std::vector<Seen> seen;
};

} // namespace

static void merge(Block &block, SeenOps &seen) {
  const size_t before = seen.size();
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    // A body of a reduction takes nothing from outside.
    const bool takesFromOutside = isa<DataFlowOp>(op);
    for (Region &region : op.getRegions())
      for (Block &inside : region)
        takesFromOutside ? merge(inside, seen) : mergeEqualOps(inside);
    if (!isMemoryEffectFree(&op)) continue;
    Operation *first = seen.findOrAdd(&op);
    if (!first) continue;
    if (isa<UnknownLoc>(first->getLoc())) first->setLoc(op.getLoc());
    op.replaceAllUsesWith(first);
    op.erase();
  }
  seen.shrinkTo(before);
}

void mergeEqualOps(Block &block) {
  SeenOps seen(block.getOperations().size());
  merge(block, seen);
}

} // namespace shardc
