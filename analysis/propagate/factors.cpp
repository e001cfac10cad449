// SPDX-License-Identifier: Apache-2.0
#include "analysis/propagate/factors.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

FactorAxes factorAxes(const Rule &rule, ArrayRef<DimFactors> dims, const Sharding &sharding) {
  FactorAxes axes(rule.factors.size());
  for (auto [dim, of] : llvm::zip_equal(sharding.dims, dims)) {
    AxisList rest = dim.axes;
    for (size_t k = 0; k < of.factors.size(); ++k) {
      const int factor = of.factors[k];
      const bool minor = k + 1 == of.factors.size();
      axes[factor] = minor ? rest : takeDividing(rest, rule.factors[factor].size);
      if (!minor && product(axes[factor]) != rule.factors[factor].size) break;
    }
  }
  return axes;
}

Sharding shardingFrom(const Rule &rule, ArrayRef<DimFactors> dims, const FactorAxes &axes) {
  Sharding sharding = replicatedSharding(dims.size());
  for (auto [dim, of] : llvm::zip_equal(sharding.dims, dims))
    for (int factor : of.factors) {
      for (const AxisRef &axis : axes[factor])
        append(dim.axes, axis);
      if (product(axes[factor]) != rule.factors[factor].size) break;
    }
  return sharding;
}

std::optional<FactorAxes> without(FactorKind kind, const Rule &rule, const FactorAxes &axes) {
  FactorAxes relieved = axes;
  AxisList moved;
  for (auto [factor, own] : llvm::zip_equal(rule.factors, relieved))
    if (factor.kind == kind) moved.append(std::exchange(own, {}));
  const auto room = [&](int number) {
    const Factor &factor = rule.factors[number];
    const bool isFree =
        factor.kind == FactorKind::parallel || factor.kind == FactorKind::permutation;
    return isFree ? factor.size / product(relieved[number]) : 0;
  };
  int best = 0;
  for (int number = 1; number < static_cast<int>(relieved.size()); ++number)
    if (room(number) > room(best)) best = number;
  if (moved.empty() || room(best) < product(moved)) return std::nullopt;
  for (const AxisRef &axis : moved)
    append(relieved[best], axis);
  return relieved;
}

double received(const Sharding &from, const Sharding &to, double elements) {
  double needed = elements, held = from.onlyOn ? 0 : elements; // but on one device
  for (auto [source, target] : llvm::zip_equal(from.dims, to.dims)) {
    const auto common = static_cast<double>(product(commonPrefix(source.axes, target.axes)));
    const auto parts = static_cast<double>(product(target.axes));
    needed /= parts;
    held /= parts * (static_cast<double>(product(source.axes)) / common);
  }
  return needed - held;
}

} // namespace shardc
