// SPDX-License-Identifier: Apache-2.0
// Formulas are simplified for what shards run over, and then each load takes the smallest part of
// its operand that holds what it reads on every shard. Where none does, there is no such kernel:
// what stood between has to be in memory.
#include "codegen/lower/kernels/part_kernel.h"

#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/rewriting/loops.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

#include <map>

namespace shardc {

/// Environments beyond this many are looked at through their hull: what is true of all numbers in
/// between is true of each.
static constexpr size_t kDistinctEnvs = 16;
/// With more places than these nobody counts whether they differ.
static constexpr int64_t kFewPlaces = 1024;

/// By loop, whether results have a place for it.
static llvm::SmallBitVector loopsOfResults(const Formula &formula) {
  llvm::SmallBitVector loops(formula.loops.size());
  for (const Result &result : formula.results)
    forEachPart(result.index, [&](Expr part) {
      if (part->kind == Kind::Loop) loops.set(part->value);
    });
  return loops;
}

/// Whether there is no result. Of a reduction of nothing there is.
static bool isIdle(const Env &env, const llvm::SmallBitVector &ofResults) {
  return llvm::any_of(ofResults.set_bits(), [&](unsigned loop) { return env.loops[loop].empty(); });
}

/// What all shards run over taken together; and, as reductions may be of nothing on some of them,
/// the same without those.
static std::vector<Env> hulls(const ShardLoops &loops, const llvm::SmallBitVector &ofResults) {
  std::vector<Env> envs = {hullOf(loops)};
  const auto mayBeIdle = [&](size_t loop) {
    return !ofResults.test(loop) &&
           llvm::any_of(loops[loop].values, [](Interval i) { return i.empty(); });
  };
  if (auto idle = withoutIdle(envs.front(), mayBeIdle)) envs.push_back(std::move(*idle));
  return envs;
}

/// What shards that have anything to do run over: each once, or all in one if there are many.
static std::vector<Env> distinct(const ShardLoops &loops, const ShardGrid &grid,
                                 const llvm::SmallBitVector &ofResults) {
  std::vector<Env> envs;
  SmallVector<int64_t, 4> at = grid.origin();
  const SmallVector<int, 2> over = overOf(loops);
  if (grid.size(over) > kFewPlaces) return hulls(loops, ofResults);
  forEachPlace(grid, over, at, [&] {
    Env env = envAt(loops, grid, at);
    const bool known = llvm::any_of(envs, [&](const Env &e) { return e.loops == env.loops; });
    if (!known && !isIdle(env, ofResults)) envs.push_back(std::move(env));
  });
  if (envs.size() > kDistinctEnvs) return hulls(loops, ofResults);
  return envs;
}

static Formula simplified(const Formula &formula, const ShardLoops &loops, const ShardGrid &grid) {
  const llvm::SmallBitVector ofResults = loopsOfResults(formula);
  const std::vector<Env> few = distinct(loops, grid, ofResults);
  if (few.empty() || isIdle(few.front(), ofResults)) return formula;
  Formula simple = formula;
  for (Result &result : simple.results)
    result.value = simplify(result.value, few);
  return simple;
}

/// The smallest part that holds all of that on every shard; none: -1.
static int holderOf(const GraphValue &value, const ShardBoxes &reads) {
  int best = -1;
  double bestSize = 0;
  for (auto [part, held] : llvm::enumerate(value.parts)) {
    if (!coversEverywhere(held.windows, reads)) continue;
    const double size = volumeOfAll(held.windows);
    if (best >= 0 && size >= bestSize) continue;
    best = static_cast<int>(part);
    bestSize = size;
  }
  return best;
}

/// The first operand that is the same value.
static int firstLike(ArrayRef<int> operands, int operand) {
  return static_cast<int>(llvm::find(operands, operands[operand]) - operands.begin());
}

/// Per load the part that it reads from, of which operand.
static std::optional<std::map<Expr, PartRef>>
choose(const Graph &graph, const KernelBody &body, const ShardGrid &grid, ArrayRef<int> operands) {
  std::map<Expr, PartRef> chosen;
  for (const ShardRead &read : readsOf(body.formula, body.loops, grid)) {
    const auto operand = static_cast<int>(read.load->value);
    const int part = holderOf(graph.values[operands[operand]], read.boxes);
    if (part < 0) return std::nullopt;
    chosen[read.load] = {firstLike(operands, operand), part};
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

PartKernels::Made PartKernels::make(const Fusion &fusion, size_t part) const {
  Made made;
  const ShardBoxes &boxes = graph.values[fusion.value].parts[part].boxes;
  made.body.loops = loopsFor(fusion.formula, boxes, graph.splits);
  made.body.formula = simplified(fusion.formula, made.body.loops, boxes.grid);
  const auto chosen = choose(graph, made.body, boxes.grid, fusion.operands);
  if (!chosen) return made;
  made.ins = renumber(made.body.formula, *chosen);
  made.fits = true;
  return made;
}

/// All that `make` looks at.
Key PartKernels::keyOf(const Fusion &fusion, size_t part) const {
  Key key;
  addTo(key, graph.values[fusion.value].parts[part].boxes.get());
  addTo(key, fusion.formula);
  for (size_t operand = 0; operand < fusion.operands.size(); ++operand) {
    addTo(key, int64_t{firstLike(fusion.operands, static_cast<int>(operand))});
    for (const GraphPart &held : graph.values[fusion.operands[operand]].parts)
      addTo(key, held.windows.get());
  }
  return key;
}

std::optional<PartKernel> PartKernels::of(const Fusion &fusion, size_t part) {
  const Key key = keyOf(fusion, part);
  auto found = known.find(key);
  if (found == known.end()) found = known.emplace(key, make(fusion, part)).first;
  const Made &made = found->second;
  if (!made.fits) return std::nullopt;
  PartKernel kernel{&made.body, made.ins};
  for (PartRef &in : kernel.ins)
    in.value = fusion.operands[in.value];
  return kernel;
}

} // namespace shardc
