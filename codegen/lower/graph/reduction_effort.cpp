// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/graph/reduction_effort.h"

#include "analysis/program/cost.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace shardc {

// What one kernel gives a block of threads: a tile of a product, so many columns, a row; and
// results that threads reduce alone.
constexpr double kTile = 64, kColumns = 8, kThreads = 256;
// What a second kernel costs, in launches: those that use the result no longer make it themselves,
// as one that norms rows does. Of a product one kernel has more blocks than whole tiles are.
constexpr double kLaunches = 4, kLaunchesOfProduct = 8;
// Neighbouring results of a CPU's kernel that stay together; how many threads there may be, and
// chunks for them, of which each has so much to do (codegen/kernel/chunks.cpp). [s]
constexpr double kColumnsOfCpu = 64, kThreadsOfCpu = 4, kChunks = 16, kSecondsOfChunk = 40e-6;
// Blocks that keep a core busy; what a term takes of a thread that reduces alone, and many of whose
// terms are under way together [s]; blocks of such threads that keep memory busy.
constexpr double kBlocksOfCore = 2, kSecondsOfTerm = 10e-9, kBlocksOfMemory = 40;
// Terms of a column that a thread reads together, and what it waits for them; threads of a column.
constexpr double kTermsTogether = 8, kSecondsOfRead = 0.4e-6;
constexpr double kMostSlots = 128;

/// A device there is one core, whose kernels other threads may share.
static bool isCpu(const Machine &machine) { return machine.cores <= 1; }

bool isOfThreads(const ReduceView &reduce) { return !combiner(reduce); }

bool Effort::isSharedAsItIs() const {
  return isCpu(machine) && (blocks >= kThreadsOfCpu || seconds < 2 * kSecondsOfChunk);
}

double Effort::ofChunks(double count) const {
  return seconds / std::min({blocks * count, std::max(seconds / kSecondsOfChunk, 1.0), kChunks});
}

double Effort::ofParts(double count) const {
  const double enough = alone > 0 ? kBlocksOfMemory : kBlocksOfCore * machine.cores;
  const double busy = std::min(1.0, blocks * count / enough);
  return std::max({seconds / busy, alone / count, count == 1 ? waited : waitedInside});
}

double Effort::inParts(int64_t parts) const {
  const auto count = static_cast<double>(parts);
  const double inside = isCpu(machine) ? ofChunks(count) : ofParts(count);
  if (parts == 1) return inside;
  const double there = 2 * resultBytes * count / machine.memoryBandwidth;
  const double launches = (isProduct ? kLaunchesOfProduct : kLaunches) * machine.launch;
  // What is outside may be in two kernels itself.
  const double outside =
      alone > 0 ? kSecondsOfTerm * std::min(count, 2 * std::sqrt(count) + launches / kSecondsOfTerm)
                : 0;
  return inside + there + outside + launches;
}

bool readsAlong(const ReduceView &reduce, Expr loop) {
  const auto isAlong = [&](Expr part) {
    return part->kind == Kind::Load && !part->args.empty() &&
           llvm::is_contained(freeLoops(part->args.back()), static_cast<int>(loop->value));
  };
  return llvm::any_of(reduce.values, [&](Expr value) { return anyUnder(value, isAlong); });
}

/// Whether threads of a column have leaves each, whose terms they add one after the other.
static bool areColumns(const ReduceView &reduce) {
  return isOrdered(reduce) && !isTerm(reduce.values[0]) &&
         llvm::all_of(reduce.order, [](const SumOrder &each) { return each.lanes == 1; });
}

/// What so many threads of a column wait for the terms that they share out.
static double waitedFor(double terms, double threads) {
  return std::ceil(terms / threads / kTermsTogether) * kSecondsOfRead;
}

/// Of a sum of columns with so many terms, of whose loops so many may be outside.
static void setWaits(Effort &effort, const ReduceView &reduce, double terms, const Env &env,
                     size_t outside) {
  const auto threadsOf = [&](size_t loop) { // of leaves that a device has
    const auto own = static_cast<double>(env.loops[reduce.loops[loop]->value].extent());
    return std::clamp(std::min(own, static_cast<double>(reduce.order[loop].leaves)), 1.0,
                      kMostSlots);
  };
  effort.waited = waitedFor(terms, threadsOf(0));
  if (outside == 0) { // each part has leaves of its own
    effort.waitedInside = waitedFor(terms, static_cast<double>(reduce.order[0].leaves));
    return;
  }
  for (Expr loop : reduce.loops.take_front(outside))
    terms /= static_cast<double>(std::max<int64_t>(env.loops[loop->value].extent(), 1));
  effort.waitedInside = waitedFor(terms, threadsOf(outside));
}

/// Blocks that have columns which are neighbours, or else a row each.
static double blocksOf(const Result &result, const ReduceView &reduce, double rows, double columns,
                       const Machine &machine) {
  const bool areRows =
      isOrdered(reduce) ? reduce.order[0].lanes > 1 : readsAlong(reduce, reduce.loops[0]);
  if (areRows || result.index.empty() || result.index.back()->kind != Kind::Loop ||
      !readsAlong(reduce, result.index.back()))
    return rows * columns;
  return rows * std::ceil(columns / (isCpu(machine) ? kColumnsOfCpu : kColumns));
}

static double mostOf(const Varying<Interval> &along) {
  int64_t most = 0;
  for (const Interval &each : along.values)
    most = std::max(most, each.extent());
  return static_cast<double>(most);
}

Effort effortOf(const Graph &graph, const GraphValue &value, const ReduceView &reduce,
                size_t outside, const Machine &machine) {
  const Formula &formula = value.formula;
  const Result &result = formula.results.front();
  Env env = wholeLoops(formula);
  double share = 1; // of the loops that devices split
  for (auto [k, loop] : llvm::enumerate(formula.loops)) {
    if (loop.split < 0) continue;
    const double most = mostOf(graph.splits[loop.split]);
    share *= most / static_cast<double>(std::max<int64_t>(loop.extent, 1));
    env.loops[k] = {0, static_cast<int64_t>(most), 1};
  }
  double rows = 1, columns = 1; // of the results
  for (const Varying<Interval> &dim : value.parts.front().windows->dims) {
    rows *= columns;
    columns = std::max(mostOf(dim), 1.0);
  }
  const double results = rows * columns;
  const double ofAll = results / static_cast<double>(std::max<int64_t>(result.type.elements(), 1));
  double bytes = 0;
  for (const TensorSpec &operand : formula.operands)
    bytes += static_cast<double>(operand.bytes()) * share * ofAll;
  Effort effort(machine);
  effort.isProduct = isTerm(reduce.values[0]);
  if (!effort.isProduct)
    bytes = termsOf(formula, env) * ofAll * static_cast<double>(info(result.type.type).bytes);
  if (isOfThreads(reduce) && !isCpu(machine))
    effort.alone = termsOf(formula, env) * ofAll / results * kSecondsOfTerm;
  effort.seconds =
      std::max(secondsOf(formula, env, machine) * ofAll, bytes / machine.memoryBandwidth);
  if (areColumns(reduce))
    setWaits(effort, reduce, termsOf(formula, env) * ofAll / results, env, outside);
  effort.resultBytes = results * static_cast<double>(info(reduce.values[0]->type).bytes);
  if (isOfThreads(reduce))
    effort.blocks = isCpu(machine) ? results : results / kThreads;
  else if (effort.isProduct)
    effort.blocks = std::ceil(rows / kTile) * std::ceil(columns / kTile);
  else
    effort.blocks = blocksOf(result, reduce, rows, columns, machine);
  return effort;
}

} // namespace shardc
