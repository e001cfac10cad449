// SPDX-License-Identifier: Apache-2.0
#include "codegen/engine/evaluation_work.h"

#include "frontend/ir/formula/push.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// Each expression that is used counts once, what stands in a reduction as often as that has terms.
static double workOf(ArrayRef<Expr> roots, const Env &env) {
  llvm::DenseSet<Expr> seen;
  SmallVector<Expr, 16> open(roots.begin(), roots.end());
  double work = 0;
  while (!open.empty()) {
    Expr e = open.pop_back_val();
    if (!seen.insert(e).second) continue;
    if (e->kind != Kind::Reduce) {
      ++work;
      open.append(e->args.begin(), e->args.end());
      continue;
    }
    const ReduceView reduce(e);
    double terms = 1;
    for (Expr loop : reduce.loops)
      terms *= static_cast<double>(env.loops[loop->value].extent());
    work += terms * workOf(reduce.values, env);
    open.append(reduce.inits.begin(), reduce.inits.end());
  }
  return work;
}

double evaluationWorkOfElement(const Formula &formula, const Env &env) {
  SmallVector<Expr, 8> values;
  for (const Result &result : formula.results) {
    values.push_back(result.value);
    if (!isPushed(result)) continue;
    values.push_back(result.combine);
    values.append(result.index.begin(), result.index.end());
  }
  return workOf(values, env);
}

double evaluationsOf(const Formula &formula, const Env &env) {
  double most = 0;
  for (auto [number, result] : llvm::enumerate(formula.results)) {
    double updates = 1;
    for (int loop : loopsOfPush(result))
      updates *= static_cast<double>(env.loops[loop].extent());
    const auto elements =
        static_cast<double>(volume(resultBox(formula, static_cast<int>(number), env)));
    most = std::max(most, isPushed(result) ? updates : elements);
  }
  return most;
}

/// How often the steps do each kernel.
static void addUses(ArrayRef<Step> steps, double times, std::vector<double> &uses) {
  for (const Step &step : steps) {
    if (step.kind == Step::Kind::compute) uses[step.kernel] += times;
    for (const std::vector<Step> &body : step.bodies)
      addUses(body, times * static_cast<double>(step.trips), uses);
  }
}

std::vector<double> evaluationWorkOf(const Function &function) {
  std::vector<double> work(function.kernels.size());
  addUses(function.steps, static_cast<double>(function.shards()), work);
  const ShardGrid grid = gridOf(function);
  for (size_t k = 0; k < work.size(); ++k) {
    const Kernel &kernel = function.kernels[k];
    if (kernel.call) continue; // it is no formula
    Env most;                  // as on the largest shard
    for (const Span &loop : kernel.loops)
      most.loops.push_back({0, extentsOf(grid, loop).second});
    work[k] *= evaluationsOf(kernel.formula, most) * evaluationWorkOfElement(kernel.formula, most);
  }
  return work;
}

} // namespace shardc
