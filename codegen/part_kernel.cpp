// SPDX-License-Identifier: Apache-2.0
#include "codegen/part_kernel.h"

#include "frontend/ir/formula/rewrite.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardc {

/// Environments beyond this many are looked at through their hull: what is true of all numbers in
/// between is true of each.
static constexpr size_t kDistinctEnvs = 16;

static std::vector<Env> distinct(ArrayRef<Env> perShard) {
  std::vector<Env> envs;
  for (const Env &env : perShard) {
    const bool known = llvm::any_of(envs, [&](const Env &e) { return e.loops == env.loops; });
    if (known) continue;
    envs.push_back(env);
    if (envs.size() > kDistinctEnvs) break;
  }
  if (envs.size() <= kDistinctEnvs) return envs;
  Env around = perShard.front();
  for (const Env &env : perShard)
    for (auto [all, one] : llvm::zip(around.loops, env.loops)) {
      if (one.empty()) continue;
      all = all.empty() ? one : Interval{std::min(all.lo, one.lo), std::max(all.hi, one.hi), 1};
    }
  return {around};
}

static Formula simplified(const Formula &formula, ArrayRef<Env> perShard) {
  std::vector<Env> envs;
  for (const Env &env : perShard)
    if (llvm::none_of(env.loops, [](const Interval &i) { return i.empty(); })) envs.push_back(env);
  if (envs.empty()) return formula;
  Formula simple = formula;
  const std::vector<Env> few = distinct(envs);
  for (Result &result : simple.results)
    result.value = simplify(result.value, few);
  return simple;
}

static int holderOf(const GraphValue &value, ArrayRef<SmallVector<Read, 4>> perShard,
                    ArrayRef<size_t> numbers) {
  int best = -1;
  int64_t bestSize = 0;
  for (auto [part, held] : llvm::enumerate(value.parts)) {
    bool holds = true;
    int64_t size = 0;
    for (auto [shard, list] : llvm::enumerate(perShard)) {
      for (size_t number : numbers)
        holds = holds && covers(held.windows[shard], list[number].box);
      size += volume(held.windows[shard]);
    }
    if (!holds || (best >= 0 && size >= bestSize)) continue;
    best = static_cast<int>(part);
    bestSize = size;
  }
  return best;
}

/// Per load the part that it reads from: the smallest that holds its reads on every shard.
static std::optional<std::map<Expr, PartRef>> choose(const Graph &graph, const Formula &formula,
                                                     ArrayRef<Env> envs, ArrayRef<int> operands) {
  std::vector<SmallVector<Read, 4>> perShard;
  for (const Env &env : envs)
    perShard.push_back(reads(formula, env));
  std::map<Expr, SmallVector<size_t, 4>> readsOf;
  for (size_t read = 0; read < perShard.front().size(); ++read)
    readsOf[perShard.front()[read].load].push_back(read);
  std::map<Expr, PartRef> chosen;
  for (const auto &[load, numbers] : readsOf) {
    const int value = operands[load->value];
    const int part = holderOf(graph.values[value], perShard, numbers);
    if (part < 0) return std::nullopt;
    chosen[load] = {value, part};
  }
  return chosen;
}

/// Makes operand k of the formula the k-th part read.
static void renumber(PartKernel &kernel, const std::map<Expr, PartRef> &chosen) {
  const std::vector<TensorSpec> types(kernel.formula.operands.begin(),
                                      kernel.formula.operands.end());
  std::vector<PartRef> all;
  SmallVector<TensorSpec, 3> operands;
  std::map<PartRef, int> numbers;
  Memo memo;
  const auto leaf = [&](auto &&self, Expr e) -> Expr {
    if (e->kind != Kind::Load) return nullptr;
    const auto found = chosen.find(e);
    if (found == chosen.end()) return nullptr;
    const auto [at, fresh] = numbers.try_emplace(found->second, static_cast<int>(operands.size()));
    if (fresh) {
      operands.push_back(types[e->value]);
      all.push_back(found->second);
    }
    SmallVector<Expr, 4> index;
    for (Expr arg : e->args)
      index.push_back(rewrite(
          arg, [&](Expr x) { return self(self, x); }, memo));
    return expr::load(*e->pool, e->type, at->second, index);
  };
  for (Result &result : kernel.formula.results)
    result.value = rewrite(
        result.value, [&](Expr x) { return leaf(leaf, x); }, memo);
  kernel.formula.operands = std::move(operands);
  kernel.ins = std::move(all);
}

std::optional<PartKernel> partKernel(const Graph &graph, const Group &group, size_t part) {
  PartKernel kernel;
  for (const Box &box : graph.values[group.value].parts[part].boxes)
    kernel.envs.push_back(loopsFor(group.formula, 0, box));
  kernel.formula = simplified(group.formula, kernel.envs);
  const auto chosen = choose(graph, kernel.formula, kernel.envs, group.operands);
  if (!chosen) return std::nullopt;
  renumber(kernel, *chosen);
  return kernel;
}

} // namespace shardc
