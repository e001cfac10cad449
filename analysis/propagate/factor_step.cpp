// SPDX-License-Identifier: Apache-2.0
// Every tensor's sharding is projected to factors: the axes of the dimension that a factor is,
// split where a dimension is made of several. A factor then takes the longest list of axes that no
// tensor contradicts, cut where an axis is in use for another factor of the same tensor, or where
// what is left of the dimension cannot be divided; that goes back to the dimensions that are still
// open.
#include "analysis/propagate/factor_step.h"

#include "analysis/propagate/factors.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

/// A factor, as a tensor has it.
struct OwnFactor {
  AxisList axes;
  bool present = false;
  bool frozen = false; // nothing may be appended
  bool minor = true;   // the last factor of its dimension: the only one that may be cut unevenly
};

struct Projection {
  SmallVector<OwnFactor, 4> factors;
  AxisList taken; // all axes that the tensor cannot use again
  double size = 1;
};

/// Where a factor's axes come from.
struct Proposal {
  int factor;
  AxisList axes;
  int source = -1;
  double sourceSize = 0;
};

class Step {
public:
  Step(const Rule &rule, ArrayRef<const Sharding *> tensors, const FlowMode &mode)
      : rule(rule), tensors(tensors), mode(mode) {
    for (size_t t = 0; t < tensors.size(); ++t)
      projections.push_back(project(t));
  }

  SmallVector<Extension, 4> run(SmallVectorImpl<Sharding> &after) {
    SmallVector<Proposal, 4> proposals;
    for (int f = 0; f < static_cast<int>(rule.factors.size()); ++f)
      if (carries(f)) proposals.push_back(propose(f));
    llvm::stable_sort(proposals, [](const Proposal &a, const Proposal &b) {
      return std::tuple(-a.sourceSize, a.source, a.factor) <
             std::tuple(-b.sourceSize, b.source, b.factor);
    });
    // Results first: what they take may go to operands.
    const size_t operands = rule.operands.size();
    for (size_t t = operands; t < tensors.size(); ++t)
      fill(t, proposals);
    for (size_t t = 0; t < operands; ++t)
      fill(t, proposals);
    SmallVector<Extension, 4> extensions;
    for (size_t t = 0; t < tensors.size(); ++t)
      after.push_back(collect(t, extensions));
    return extensions;
  }

private:
  ArrayRef<DimFactors> dimsOf(size_t tensor) const {
    const size_t operands = rule.operands.size();
    return tensor < operands ? ArrayRef<DimFactors>(rule.operands[tensor])
                             : ArrayRef<DimFactors>(rule.results[tensor - operands]);
  }
  bool isResult(int tensor) const { return tensor >= static_cast<int>(rule.operands.size()); }

  bool carries(int factor) const {
    const Factor &f = rule.factors[factor];
    if (f.size <= 1 || f.kind == FactorKind::whole || f.kind == FactorKind::pick) return false;
    return f.kind == FactorKind::parallel || !mode.parallelOnly;
  }

  Projection project(size_t tensor) const {
    Projection projection;
    projection.factors.resize(rule.factors.size());
    if (tensors[tensor] == nullptr) return projection;
    const Sharding &sharding = *tensors[tensor];
    projection.taken = sharding.used();
    projection.taken.append(sharding.replicated.begin(), sharding.replicated.end());
    projection.taken.append(sharding.unreduced.begin(), sharding.unreduced.end());
    const FactorAxes axes = factorAxes(rule, dimsOf(tensor), sharding);
    for (auto [dim, factors] : llvm::zip_equal(sharding.dims, dimsOf(tensor))) {
      int64_t left = product(dim.axes);
      bool frozen = !dim.open;
      for (int f : factors.factors) {
        const int64_t size = rule.factors[f].size;
        const bool minor = f == factors.factors.back();
        left /= product(axes[f]);
        frozen |= left > 1 && product(axes[f]) != size; // axes that do not fit end the dimension
        projection.factors[f] = {axes[f], true, frozen, minor};
        projection.size *= static_cast<double>(size);
      }
    }
    return projection;
  }

  /// The longest axes that agree with every tensor's.
  Proposal propose(int factor) const {
    Proposal best{factor, {}};
    for (int t = 0; t < static_cast<int>(tensors.size()); ++t) {
      const OwnFactor &own = projections[t].factors[factor];
      if (!own.present) continue;
      const bool mayExtend = isResult(t) ? mode.backward : mode.forward;
      if (isPrefix(best.axes, own.axes)) {
        if (mayExtend) best.axes = own.axes;
      } else if (!isPrefix(own.axes, best.axes)) {
        best.axes = commonPrefix(best.axes, own.axes);
      }
    }
    for (int t = 0; t < static_cast<int>(tensors.size()); ++t) {
      const OwnFactor &own = projections[t].factors[factor];
      if (!own.present || own.axes != best.axes || projections[t].size <= best.sourceSize) continue;
      best.source = t;
      best.sourceSize = projections[t].size;
    }
    return best;
  }

  /// Whether all tensors have the same dimensions: there an axis goes from operand to operand only
  /// as far as a result takes it, too.
  bool isPointwise() const {
    return llvm::all_of(rule.operands, [&](const auto &dims) {
      return dims.empty() ||
             llvm::equal(dims, rule.results.front(), [](const DimFactors &a, const DimFactors &b) {
               return a.factors == b.factors;
             });
    });
  }

  void fill(size_t tensor, ArrayRef<Proposal> proposals) {
    if (tensors[tensor] == nullptr) return;
    Projection &own = projections[tensor];
    const bool sideways = !isResult(static_cast<int>(tensor)) && !rule.results.empty() &&
                          mode.forward && isPointwise();
    for (const Proposal &proposal : proposals) {
      OwnFactor &to = own.factors[proposal.factor];
      AxisList axes = proposal.axes;
      if (sideways && proposal.source >= 0 && !isResult(proposal.source))
        axes = commonPrefix(axes, projections[rule.operands.size()].factors[proposal.factor].axes);
      if (!to.present || to.frozen || !isPrefix(to.axes, axes)) continue;
      AxisList more = prefixWithout(withoutPrefix(axes, to.axes), own.taken);
      if (!to.minor) {
        AxisList rest = more;
        more = takeDividing(rest, rule.factors[proposal.factor].size / product(to.axes));
      }
      for (const AxisRef &axis : more) {
        append(to.axes, axis);
        own.taken.push_back(axis);
        sources.push_back({static_cast<int>(tensor), proposal.factor, proposal.source});
      }
    }
  }

  /// Factors back to dimensions: below a factor that is not fully split nothing can be cut.
  Sharding collect(size_t tensor, SmallVectorImpl<Extension> &extensions) const {
    if (tensors[tensor] == nullptr) return {};
    Sharding sharding = *tensors[tensor];
    for (auto [number, factors] : llvm::enumerate(dimsOf(tensor))) {
      DimSharding &dim = sharding.dims[number];
      if (!dim.open || factors.factors.empty()) continue;
      AxisList axes;
      for (int f : factors.factors) {
        const AxisList &more = projections[tensor].factors[f].axes;
        for (const AxisRef &axis : more)
          append(axes, axis);
        if (product(more) != rule.factors[f].size) break;
      }
      if (product(axes) <= product(dim.axes) || !isPrefix(dim.axes, axes)) continue;
      dim.axes = axes;
      extensions.push_back({static_cast<int>(tensor), static_cast<int>(number),
                            sourceOf(static_cast<int>(tensor), factors)});
    }
    return sharding;
  }

  int sourceOf(int tensor, const DimFactors &factors) const {
    for (const auto &[to, factor, source] : llvm::reverse(sources))
      if (to == tensor && llvm::is_contained(factors.factors, factor)) return source;
    return -1;
  }

  const Rule &rule;
  ArrayRef<const Sharding *> tensors;
  const FlowMode &mode;
  SmallVector<Projection, 4> projections;
  struct Came {
    int tensor, factor, source;
  };
  SmallVector<Came, 4> sources;
};

} // namespace

SmallVector<Extension, 4> propagateStep(const Rule &rule, ArrayRef<const Sharding *> tensors,
                                        const FlowMode &mode, SmallVectorImpl<Sharding> &after) {
  return Step(rule, tensors, mode).run(after);
}

} // namespace shardc
