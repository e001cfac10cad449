// SPDX-License-Identifier: Apache-2.0
#include "codegen/part_kernel.h"

#include "frontend/ir/formula/loops.h"
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
        holds = holds && (list.empty() || covers(held.windows[shard], list[number].box));
      size += volume(held.windows[shard]);
    }
    if (!holds || (best >= 0 && size >= bestSize)) continue;
    best = static_cast<int>(part);
    bestSize = size;
  }
  return best;
}

/// The first operand that is the same value.
static int firstLike(ArrayRef<int> operands, int operand) {
  return static_cast<int>(llvm::find(operands, operands[operand]) - operands.begin());
}

/// Per shard what it reads; nothing where it has nothing to make. `simplify` has looked at the
/// others alone.
static std::vector<SmallVector<Read, 4>> readsPerShard(const Formula &formula, ArrayRef<Env> envs) {
  std::vector<SmallVector<Read, 4>> perShard;
  bool any = false;
  for (const Env &env : envs) {
    const bool isIdle = isEmpty(resultBox(formula, 0, env));
    perShard.push_back(isIdle ? SmallVector<Read, 4>() : reads(formula, env));
    any |= !isIdle;
  }
  if (!any) perShard.front() = reads(formula, envs.front());
  return perShard;
}

/// Per load the part that it reads from, of which operand: the smallest that holds its reads on
/// every shard.
static std::optional<std::map<Expr, PartRef>> choose(const Graph &graph, const Formula &formula,
                                                     ArrayRef<Env> envs, ArrayRef<int> operands) {
  const auto perShard = readsPerShard(formula, envs);
  const auto &any = *llvm::max_element(
      perShard, [](const auto &a, const auto &b) { return a.size() < b.size(); });
  std::map<Expr, SmallVector<size_t, 4>> readsOf;
  for (size_t read = 0; read < any.size(); ++read)
    readsOf[any[read].load].push_back(read);
  std::map<Expr, PartRef> chosen;
  for (const auto &[load, numbers] : readsOf) {
    const auto operand = static_cast<int>(load->value);
    const int part = holderOf(graph.values[operands[operand]], perShard, numbers);
    if (part < 0) return std::nullopt;
    chosen[load] = {firstLike(operands, operand), part};
  }
  return chosen;
}

/// Makes operand k of the formula the k-th part read.
static std::vector<PartRef> renumber(Formula &formula, const std::map<Expr, PartRef> &chosen) {
  std::vector<PartRef> ins;
  SmallVector<TensorSpec, 3> operands;
  std::map<PartRef, int> known;
  llvm::DenseMap<Expr, int> numbers;
  forEachExpr(formula, [&](Expr e) {
    const auto found = chosen.find(e);
    if (found == chosen.end()) return;
    const auto [at, fresh] = known.try_emplace(found->second, static_cast<int>(operands.size()));
    numbers[e] = at->second;
    if (!fresh) return;
    operands.push_back(formula.operands[e->value]);
    ins.push_back(found->second);
  });
  formula = reassignLoads(formula, numbers, operands);
  return ins;
}

PartKernels::Made PartKernels::make(const Group &group, size_t part) const {
  Made made;
  for (auto [shard, box] : llvm::enumerate(graph.values[group.value].parts[part].boxes)) {
    Env env = loopsFor(group.formula, 0, box);
    for (auto [loop, of] : llvm::zip_equal(env.loops, group.formula.loops))
      if (of.split >= 0) loop = graph.splits[of.split][shard];
    made.body.envs.push_back(std::move(env));
  }
  made.body.formula = simplified(group.formula, made.body.envs);
  const auto chosen = choose(graph, made.body.formula, made.body.envs, group.operands);
  if (!chosen) return made;
  made.ins = renumber(made.body.formula, *chosen);
  made.fits = true;
  return made;
}

/// All that `make` looks at.
Key PartKernels::keyOf(const Group &group, size_t part) const {
  Key key;
  addTo(key, graph.values[group.value].parts[part].boxes.get());
  addTo(key, group.formula);
  for (size_t operand = 0; operand < group.operands.size(); ++operand) {
    addTo(key, int64_t{firstLike(group.operands, static_cast<int>(operand))});
    for (const GraphPart &held : graph.values[group.operands[operand]].parts)
      addTo(key, held.windows.get());
  }
  return key;
}

std::optional<PartKernel> PartKernels::of(const Group &group, size_t part) {
  const Key key = keyOf(group, part);
  auto found = known.find(key);
  if (found == known.end()) found = known.emplace(key, make(group, part)).first;
  const Made &made = found->second;
  if (!made.fits) return std::nullopt;
  PartKernel kernel{&made.body, made.ins};
  for (PartRef &in : kernel.ins)
    in.value = group.operands[in.value];
  return kernel;
}

} // namespace shardc
