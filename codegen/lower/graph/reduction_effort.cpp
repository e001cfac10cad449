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
// as one that norms rows does.
constexpr double kLaunches = 8;
// Blocks that keep a core busy; what a term takes of a thread that reduces alone. [s]
constexpr double kBlocksOfCore = 2, kSecondsOfTerm = 20e-9;

bool isOfThreads(const ReduceView &reduce) { return !combiner(reduce); }

double Effort::inParts(int64_t parts) const {
  const auto count = static_cast<double>(parts);
  const double busy = std::min(1.0, blocks * count / (kBlocksOfCore * machine.cores));
  const double inside = std::max(seconds / busy, alone / count);
  if (parts == 1) return inside;
  const double there = 2 * resultBytes * count / machine.memoryBandwidth;
  // What is outside may be in two kernels itself.
  const double outside = alone > 0 ? kSecondsOfTerm * std::min(count, 2 * std::sqrt(count)) : 0;
  return inside + there + outside + kLaunches * machine.launch;
}

/// Whether what is reduced has neighbours in memory along a loop.
static bool readsAlong(const ReduceView &reduce, Expr loop) {
  const auto isAlong = [&](Expr part) {
    return part->kind == Kind::Load && !part->args.empty() &&
           llvm::is_contained(freeLoops(part->args.back()), static_cast<int>(loop->value));
  };
  return llvm::any_of(reduce.values, [&](Expr value) { return anyUnder(value, isAlong); });
}

/// Blocks that have columns which are neighbours, or else a row each.
static double blocksOf(const Result &result, const ReduceView &reduce, double rows,
                       double columns) {
  const bool areRows =
      isOrdered(reduce) ? reduce.order[0].lanes > 1 : readsAlong(reduce, reduce.loops[0]);
  if (areRows || result.index.empty() || result.index.back()->kind != Kind::Loop ||
      !readsAlong(reduce, result.index.back()))
    return rows * columns;
  return rows * std::ceil(columns / kColumns);
}

static double mostOf(const Varying<Interval> &along) {
  int64_t most = 0;
  for (const Interval &each : along.values)
    most = std::max(most, each.extent());
  return static_cast<double>(most);
}

Effort effortOf(const Graph &graph, const GraphValue &value, const ReduceView &reduce,
                const Machine &machine) {
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
  const bool isProduct = isTerm(reduce.values[0]);
  const double ofAll = results / static_cast<double>(std::max<int64_t>(result.type.elements(), 1));
  double bytes = 0;
  for (const TensorSpec &operand : formula.operands)
    bytes += static_cast<double>(operand.bytes()) * share * ofAll;
  if (!isProduct)
    bytes = termsOf(formula, env) * ofAll * static_cast<double>(info(result.type.type).bytes);
  Effort effort(machine);
  if (isOfThreads(reduce)) effort.alone = termsOf(formula, env) * ofAll / results * kSecondsOfTerm;
  effort.seconds =
      std::max(secondsOf(formula, env, machine) * ofAll, bytes / machine.memoryBandwidth);
  effort.resultBytes = results * static_cast<double>(info(reduce.values[0]->type).bytes);
  if (isOfThreads(reduce))
    effort.blocks = results / kThreads;
  else if (isProduct)
    effort.blocks = std::ceil(rows / kTile) * std::ceil(columns / kTile);
  else
    effort.blocks = blocksOf(result, reduce, rows, columns);
  return effort;
}

} // namespace shardc
