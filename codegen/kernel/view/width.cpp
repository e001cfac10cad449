// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/width.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>

namespace shardc {

static constexpr int64_t kMostNarrow = std::numeric_limits<int32_t>::max();

/// By the largest extent of each dimension, be they on one shard or not.
template <typename Get>
static bool isLarge(const KernelView &view, Get window) {
  const size_t rank = window(view.cases.front()).size();
  double volume = 1;
  for (size_t dim = 0; dim < rank; ++dim) {
    int64_t extent = 0, end = 0;
    for (const Case &each : view.cases) {
      extent = std::max(extent, window(each)[dim].extent());
      end = std::max(end, window(each)[dim].hi);
    }
    volume *= static_cast<double>(extent);
    if (end > kMostNarrow) return true;
  }
  return volume > kMostNarrow;
}

static double size(const Interval &values) {
  return std::max(std::abs(static_cast<double>(values.lo)),
                  std::abs(static_cast<double>(values.hi)));
}

static bool mayOverflow(Expr index, const KernelView &view) {
  if (index->kind != Kind::Linear) return false;
  double sum = std::abs(static_cast<double>(index->value));
  for (auto [factor, term] : terms(index)) {
    double largest = 0;
    for (const Env &env : view.envs)
      largest = std::max(largest, size(range(term, env)));
    sum += std::abs(static_cast<double>(factor)) * largest;
  }
  return sum > kMostNarrow;
}

bool isWide(const KernelView &view) {
  const Formula &formula = view.formula;
  bool wide = llvm::any_of(formula.loops, [](const Loop &loop) { return loop.extent > kMostNarrow; });
  for (size_t k = 0; k < view.kernel.ins.size(); ++k)
    wide |= isLarge(view, [&](const Case &c) -> const Box & { return c.ins[k]; });
  for (size_t k = 0; k < view.kernel.outs.size(); ++k)
    wide |= isLarge(view, [&](const Case &c) -> const Box & { return c.outs[k]; });
  for (const Result &result : formula.results) {
    for (Expr index : result.index)
      wide |= mayOverflow(index, view);
    forEach(result.value, [&](Expr e) {
      if (e->type == ElementType::index) wide |= mayOverflow(e, view);
    });
  }
  return wide;
}

} // namespace shardc
