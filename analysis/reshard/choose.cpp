// SPDX-License-Identifier: Apache-2.0
// Each tensor of an op, and the result as it is wanted, proposes the axes that it has. A proposal
// is completed by the others' axes where those are free, once with reductions split and once
// without, and costs the bytes that a device receives for it: to bring operands there, to combine
// partial sums, to bring the result where it is wanted; and the time that the op itself takes, as
// bytes that could come meanwhile. The cheapest is taken, of equal ones the one that splits most.
// A stack that a loop's trips pick from may also be split otherwise before the loop, once.
#include "analysis/reshard/choose.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

class Chooser {
public:
  explicit Chooser(const ChoiceInput &input) : input(input) {
    const auto &dims = input.rule.results[input.result];
    proposals.push_back(factorAxes(input.rule, dims, input.wanted.sharding));
    for (auto [tensor, of] : llvm::zip_equal(input.operands, input.rule.operands))
      if (tensor.bytes > 0) proposals.push_back(factorAxes(input.rule, of, tensor.sharding));
    tensors = proposals.size();
    for (size_t number = 0; number < tensors; ++number)
      propose(without(FactorKind::whole, input.rule, proposals[number]));
    for (auto [tensor, of] : llvm::zip_equal(input.operands, input.rule.operands))
      if (tensor.turns > 1)
        propose(without(FactorKind::pick, input.rule, factorAxes(input.rule, of, tensor.sharding)));
  }

  Chosen run() {
    std::optional<Chosen> best, bestWhole, bestSplit; // of all, and of reductions that are so
    const auto keep = [](std::optional<Chosen> &best, const Chosen &one) {
      if (!best || isBetter(one, *best)) best = one;
    };
    for (size_t first = 0; first < proposals.size(); ++first)
      for (bool partial : {true, false}) {
        const Chosen one = evaluate(combine(first, partial));
        if (!isPossible(one)) continue;
        keep(best, one);
        keep(one.splitsReductions() ? bestSplit : bestWhole, one);
      }
    const auto &other = best->splitsReductions() ? bestWhole : bestSplit;
    if (other) best->otherBytes = other->bytes;
    return *best;
  }

private:
  void propose(std::optional<FactorAxes> axes) {
    if (axes) proposals.push_back(std::move(*axes));
  }

  /// Whether devices that split it have partial results. They differ in whole coordinates.
  static bool addsUp(const Factor &factor) {
    return factor.kind == FactorKind::reduction || factor.kind == FactorKind::pick;
  }

  /// The longest prefix that is made of whole coordinates.
  AxisList whatFits(ArrayRef<AxisRef> list) const {
    AxisList fitting;
    for (const AxisRef &axis : list) {
      int64_t size = 1;
      for (const AxisRef &coordinate : input.coordinates)
        if (coordinate.axis == axis.axis && coordinate.before == axis.before * size &&
            axis.size % (size * coordinate.size) == 0)
          size *= coordinate.size;
      append(fitting, {axis.axis, axis.before, size});
      if (size != axis.size) break;
    }
    return fitting;
  }

  /// Without reductions that are split everything is.
  bool isPossible(const Chosen &chosen) const {
    if (chosen.staged < 0) return true;
    const int64_t extent = input.rule.factors[chosen.staged].size;
    return chosen.unreduced.empty() && extent % product(chosen.axes[chosen.staged]) == 0;
  }

  static bool isBetter(const Chosen &a, const Chosen &b) {
    const double own = costOf(a), other = costOf(b);
    if (own < other * (1 - 1e-9) - 1e-9) return true;
    if (own > other * (1 + 1e-9) + 1e-9) return false;
    return partsOf(a.axes) > partsOf(b.axes);
  }

  static double costOf(const Chosen &chosen) { return chosen.bytes + chosen.work; }

  static int64_t partsOf(const FactorAxes &axes) {
    int64_t parts = 1;
    for (const AxisList &list : axes)
      parts *= product(list);
    return parts;
  }

  bool mayTake(int factor, bool partial) const {
    switch (input.rule.factors[factor].kind) {
    case FactorKind::parallel:
    case FactorKind::permutation:
    case FactorKind::communicator:
      return true;
    case FactorKind::reduction:
    case FactorKind::pick:
      // A loop of one turn is no loop in the formula: every device would do it.
      return partial && input.rule.factors[factor].size > 1;
    case FactorKind::whole:
      return false;
    }
    return false;
  }

  /// The axes of proposal `first`, completed by the others' where they are free.
  FactorAxes combine(size_t first, bool partial) const {
    FactorAxes axes(input.rule.factors.size());
    AxisList taken;
    const auto add = [&](const FactorAxes &from) {
      for (int f = 0; f < static_cast<int>(axes.size()); ++f) {
        if (!mayTake(f, partial) || !isPrefix(axes[f], from[f])) continue;
        AxisList more = prefixWithout(withoutPrefix(from[f], axes[f]), taken);
        if (addsUp(input.rule.factors[f])) more = whatFits(more);
        for (const AxisRef &axis : more) {
          append(axes[f], axis);
          taken.push_back(axis);
        }
      }
    };
    add(proposals[first]);
    for (size_t other = 0; other < tensors; ++other)
      if (other != first) add(proposals[other]);
    leaveBelowWhole(axes);
    return axes;
  }

  /// Boxes of a result are not cut below a factor of a dimension that is not fully split: all of
  /// what is below is computed by every device.
  void leaveBelowWhole(FactorAxes &axes) const {
    for (const DimFactors &of : input.rule.results[input.result]) {
      bool isCut = true;
      for (int factor : of.factors) {
        if (!isCut) axes[factor].clear();
        isCut = isCut && product(axes[factor]) == input.rule.factors[factor].size;
      }
    }
  }

  Chosen evaluate(const FactorAxes &axes) const {
    Chosen chosen;
    chosen.axes = axes;
    chosen.work = input.work / static_cast<double>(partsOf(axes));
    chosen.result = shardingFrom(input.rule, input.rule.results[input.result], axes);
    if (input.staged >= 0 && !axes[input.staged].empty()) chosen.staged = input.staged;
    for (auto [number, tensor] : llvm::enumerate(input.operands)) {
      if (tensor.bytes == 0) continue;
      const Sharding needed = shardingFrom(input.rule, input.rule.operands[number], axes);
      if (!input.isThere(number, needed))
        chosen.bytes +=
            received(tensor.sharding, needed, tensor.bytes) / turnsPerMove(tensor, needed);
    }
    for (auto [number, factor] : llvm::enumerate(input.rule.factors)) {
      if (!addsUp(factor) || static_cast<int>(number) == input.staged) continue;
      chosen.unreduced.append(axes[number].begin(), axes[number].end());
    }
    chosen.parts = chosen.result;
    if (chosen.staged >= 0)
      addSecondStage(chosen);
    else
      chosen.bytes += delivered(chosen);
    return chosen;
  }

  /// All get the parts that all have made, or each those of a share of the result.
  void addSecondStage(Chosen &chosen) const {
    const AxisList &axes = chosen.axes[chosen.staged];
    const int64_t n = product(axes);
    const double bytes = chosen.bytes;
    const double parts = static_cast<double>(n - 1) * input.stagedBytes / partsOf(chosen.parts);
    chosen.bytes = bytes + parts + delivered(chosen);
    for (auto [dim, of] : llvm::enumerate(input.rule.results[input.result])) {
      int64_t room = 1;
      for (int factor : of.factors)
        room *= input.rule.factors[factor].size;
      if (room / product(chosen.parts.dims[dim].axes) < n) continue;
      Chosen shared = chosen;
      shared.result = chosen.parts;
      for (const AxisRef &axis : axes)
        append(shared.result.dims[dim].axes, axis);
      shared.bytes = bytes + parts / static_cast<double>(n) + delivered(shared);
      if (isBetter(shared, chosen)) chosen = shared;
    }
  }

  static double turnsPerMove(const ChoiceInput::Tensor &tensor, const Sharding &needed) {
    const double has = tensor.bytes / partsOf(tensor.sharding),
                 needs = tensor.bytes / partsOf(needed);
    return needs <= std::max(has, tensor.most) ? tensor.turns : 1;
  }

  static double partsOf(const Sharding &sharding) {
    double parts = 1;
    for (const DimSharding &dim : sharding.dims)
      parts *= static_cast<double>(product(dim.axes));
    return parts;
  }

  /// The axes of partial results, without those that are wanted so.
  AxisList combinedOver(const Chosen &chosen) const {
    const AxisList &left = input.wanted.sharding.unreduced;
    const auto isOver = [](ArrayRef<AxisRef> list) {
      return [list](const AxisRef &axis) { return llvm::is_contained(list, axis); };
    };
    if (!llvm::all_of(left, isOver(chosen.unreduced))) return chosen.unreduced;
    AxisList combined = chosen.unreduced;
    llvm::erase_if(combined, isOver(left));
    return combined;
  }

  /// Dimensions that lie in parts on devices that are to combine may stay so.
  Sharding wantedFrom(const Chosen &chosen) const {
    Sharding wanted = input.wanted.sharding;
    for (auto [to, from] : llvm::zip_equal(wanted.dims, chosen.result.dims))
      if (to.axes.empty() && llvm::all_of(from.axes, [&](const AxisRef &axis) {
            return llvm::is_contained(wanted.unreduced, axis);
          }))
        to.axes = from.axes;
    return wanted;
  }

  /// What bringing the result where it is wanted costs.
  double delivered(const Chosen &chosen) const {
    const AxisList combined = combinedOver(chosen);
    const Sharding wanted = chosen.unreduced.empty() ? wantedFrom(chosen) : input.wanted.sharding;
    if (combined.empty()) return received(chosen.result, wanted, input.wanted.bytes);
    // Partial sums are added up where they are wanted, as far as their axes are.
    const double local = input.wanted.bytes / partsOf(chosen.result);
    const auto n = static_cast<double>(product(combined));
    const double own = input.wanted.bytes / partsOf(wanted);
    const double share = local / n;
    return ((n - 1) * share + std::max(0.0, own - share)) / input.turnsPerSum;
  }

  const ChoiceInput &input;
  SmallVector<FactorAxes, 4> proposals;
  size_t tensors = 0; // proposals that are tensors'; behind them are others made of these
};

} // namespace

Chosen choose(const ChoiceInput &input) { return Chooser(input).run(); }

} // namespace shardc
