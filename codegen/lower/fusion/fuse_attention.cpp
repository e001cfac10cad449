// SPDX-License-Identifier: Apache-2.0
// Attention is found from its end. A kernel with a product takes in kernels whose value it alone
// uses, the latest first, until one with a product has been taken in: that makes scores. Whether
// what has come together is attention is asked of its formula, and if it is not, all stays as it
// was.
#include "codegen/lower/fusion/fuse_attention.h"

#include "codegen/kernel/forms/attention.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// Kernels between the products: the largest, the total and the weights.
constexpr int kMostBetween = 6;

static bool hasProductIn(const Formula &formula) {
  return llvm::any_of(formula.results,
                      [](const Result &result) { return hasProduct(result.value); });
}

namespace {

class AttentionFuser {
public:
  AttentionFuser(const Graph &graph, std::vector<Fusion> made, ArrayRef<bool> apart)
      : graph(graph), apart(apart), kept(keptInMemory(graph)), fusions(std::move(made)) {
    for (auto [number, fusion] : llvm::enumerate(fusions)) {
      makerOf[fusion.value] = static_cast<int>(number);
      for (const int operand : fusion.operands)
        users[operand].insert(static_cast<int>(number));
    }
    for (auto [number, value] : llvm::enumerate(graph.values))
      if (value.kind == GraphValue::Kind::moved)
        for (const int operand : value.operands)
          users[operand].insert(-1 - static_cast<int>(number));
  }

  std::vector<Fusion> run() {
    std::vector<bool> gone(fusions.size(), false);
    for (size_t number = 0; number < fusions.size(); ++number) {
      if (!hasProductIn(fusions[number].formula)) continue;
      SmallVector<int, 4> taken;
      std::optional<Fusion> attention = attentionAt(static_cast<int>(number), taken);
      if (!attention) continue;
      attention->isAttention = true;
      fusions[number] = std::move(*attention);
      for (const int other : taken)
        gone[other] = true;
    }
    return remaining(std::move(fusions), gone);
  }

private:
  const Graph &graph;
  ArrayRef<bool> apart;
  std::vector<bool> kept;
  std::vector<Fusion> fusions;
  llvm::DenseMap<int, int> makerOf;                        // of a value
  llvm::DenseMap<int, llvm::SmallSetVector<int, 4>> users; // fusions; below 0: moves

  std::optional<Fusion> attentionAt(int end, SmallVectorImpl<int> &taken) {
    Fusion all = fusions[end];
    for (int more = 0; more < kMostBetween; ++more) {
      const int next = lastUsedByThese(all, end, taken);
      if (next < 0) return std::nullopt;
      const bool isScores = hasProductIn(fusions[next].formula);
      all = inlined(all, fusions[next]);
      taken.push_back(next);
      if (isScores) return attentionIn(all.formula) ? std::optional(all) : std::nullopt;
    }
    return std::nullopt;
  }

  /// The latest kernel that has made what these read, whose value only these use.
  int lastUsedByThese(const Fusion &all, int end, ArrayRef<int> taken) {
    int latest = -1;
    for (const int operand : all.operands) {
      const auto maker = makerOf.find(operand);
      if (maker == makerOf.end() || maker->second <= latest) continue;
      const GraphValue &value = graph.values[operand];
      const bool mayGo = !apart[operand] && !kept[operand] && value.output < 0 && value.into < 0 &&
                         value.region == graph.values[all.value].region;
      const auto isTheirs = [&](int user) {
        return user == end || llvm::is_contained(taken, user);
      };
      if (mayGo && llvm::all_of(users[operand], isTheirs)) latest = maker->second;
    }
    return latest;
  }
};

} // namespace

std::vector<Fusion> fuseAttention(const Graph &graph, std::vector<Fusion> fusions,
                                  ArrayRef<bool> apart) {
  return AttentionFuser(graph, std::move(fusions), apart).run();
}

} // namespace shardc
