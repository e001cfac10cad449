// SPDX-License-Identifier: Apache-2.0
// Cuts of inputs flow forward to the outputs, each with where it comes from (cut_flow.cpp). An
// output dimension has the ways to be cut that reach it; where several do they have to agree, and
// the shards of an output are the product of its dimensions' slices. Outputs whose dimensions are
// cut by the same sources share their shards and so a function. Then demand goes backward from the
// boxes of outputs (demand.cpp), which says what of each value every shard computes, and what
// shards repeat.
#include "analysis/slices/independent.h"

#include "analysis/program/cost.h"
#include "analysis/program/data_flow.h"
#include "analysis/slices/cuts.h"
#include "analysis/slices/repeated.h"
#include "analysis/slices/sources.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/names.h"

#include <map>

using namespace mlir;

namespace shardc {

namespace {

/// The cuts of one dimension of an output.
struct DecidedCuts {
  std::vector<int64_t> at;
  SmallVector<CutSource, 2> sources; // sorted
};

/// The cuts of all outputs, decided.
class OutputCuts {
public:
  OutputCuts(func::FuncOp entry, const Config &config, const CutFlow &flow)
      : entry(entry), config(config), flow(flow) {}

  /// Per dimension the cuts, or none. Fails where ways to be cut disagree.
  std::optional<SmallVector<std::optional<DecidedCuts>, 4>> of(unsigned output) {
    const Value value = entry.front().getTerminator()->getOperand(output);
    const size_t rank = typeOf(value.getType())->shape.size();
    SmallVector<std::optional<DecidedCuts>, 4> decided(rank);
    const auto found = flow.cuts.find(value);
    bool ok = true;
    for (size_t dim = 0; dim < rank; ++dim) {
      if (auto given = fromConfig(output, dim)) {
        if (given->at.size() > 2) decided[dim] = std::move(given);
        continue;
      }
      if (found == flow.cuts.end()) continue;
      const auto &ways = found->second[dim];
      if (ways.empty()) continue;
      if (ways.size() > 1 && config.conflict == Conflict::error)
        ok &= conflict(output, dim, ways);
      else
        decided[dim] = refined(ways);
    }
    if (!ok) return std::nullopt;
    return decided;
  }

private:
  std::optional<DecidedCuts> fromConfig(unsigned output, size_t dim) const {
    if (output >= config.outputs.size() || !config.outputs[output]) return std::nullopt;
    const int64_t number = static_cast<int64_t>(dim);
    for (const DimensionCuts &given : config.outputs[output]->dims)
      if (given.dimension == number) return DecidedCuts{given.cuts, {{true, output, number}}};
    return std::nullopt;
  }

  DecidedCuts refined(ArrayRef<Cuts> ways) const {
    DecidedCuts all;
    for (const Cuts &way : ways) {
      all.at = all.at.empty() ? *way.at : commonRefinement(all.at, *way.at);
      all.sources.append(flow.sources.listed(way.sources));
    }
    llvm::sort(all.sources);
    all.sources.erase(llvm::unique(all.sources), all.sources.end());
    return all;
  }

  bool conflict(unsigned output, size_t dim, ArrayRef<Cuts> ways) {
    const CutSource first = flow.sources.listed(ways[0].sources).front(),
                    second = flow.sources.listed(ways[1].sources).front();
    Report error = report(sourceLocation(second, config), Diag::cuts_conflict);
    error << "dimension " << dim << " of output '" << outputName(entry, output)
          << "' is cut in two ways: " << sourceText(first, entry) << " gives "
          << cutsText(*ways[0].at) << ", " << sourceText(second, entry) << " gives "
          << cutsText(*ways[1].at);
    error.note(sourceLocation(first, config)) << "the slices of " << sourceText(first, entry);
    error.note() << "give both the same slices, give the output's own under \"outputs\", or add "
                    "\"conflict\": \"refine\" for "
                 << cutsText(refined(ways).at);
    return false;
  }

  func::FuncOp entry;
  const Config &config;
  const CutFlow &flow;
};

} // namespace

static std::string dimensionLetter(size_t dim) {
  return dim < 9 ? std::string(1, static_cast<char>('i' + dim)) : "i" + std::to_string(dim);
}

static std::vector<ShardCoordinate> coordinatesOf(ArrayRef<std::optional<DecidedCuts>> dims) {
  std::vector<ShardCoordinate> coordinates;
  for (auto [dim, cuts] : llvm::enumerate(dims))
    if (cuts) coordinates.push_back({dimensionLetter(dim), cuts->at, cuts->sources});
  return coordinates;
}

/// What makes shards the same ones.
using ShardsKey = std::vector<std::pair<std::vector<int64_t>, std::vector<CutSource>>>;
static ShardsKey keyOf(ArrayRef<ShardCoordinate> coordinates) {
  ShardsKey key;
  for (const ShardCoordinate &each : coordinates)
    key.push_back({each.at, {each.sources.begin(), each.sources.end()}});
  return key;
}

ShardGrid ShardFunction::grid() const {
  ShardGrid grid;
  for (const ShardCoordinate &coordinate : coordinates)
    grid.counts.push_back(static_cast<int64_t>(coordinate.at.size()) - 1);
  return grid;
}

/// The output's box on every shard: each dimension that is cut is by a coordinate of its own.
static ShardBoxes boxesOf(const ShardGrid &grid, ArrayRef<int64_t> shape,
                          ArrayRef<std::optional<DecidedCuts>> dims) {
  ShardBoxes boxes{grid, {}};
  int coordinate = 0;
  for (auto [extent, cuts] : llvm::zip(shape, dims)) {
    boxes.dims.push_back(uniform(Interval{0, extent, 1}));
    if (!cuts) continue;
    std::vector<Interval> slices;
    for (size_t slice = 0; slice + 1 < cuts->at.size(); ++slice)
      slices.push_back({cuts->at[slice], cuts->at[slice + 1], 1});
    boxes.dims.back() = leastOver(grid, {coordinate++}, std::move(slices));
  }
  return boxes;
}

/// The product of the coordinates' slices, stopping above `limit`.
static int64_t countShards(ArrayRef<ShardCoordinate> coordinates, int64_t limit) {
  int64_t shards = 1;
  for (const ShardCoordinate &coordinate : coordinates) {
    const int64_t slices = static_cast<int64_t>(coordinate.at.size()) - 1;
    if (__builtin_mul_overflow(shards, slices, &shards)) return INT64_MAX;
  }
  return shards;
}

static LogicalResult tooMany(func::FuncOp entry, const Config &config, int64_t shards,
                             unsigned output) {
  const Location loc = config.loc.value_or(entry.getLoc());
  Report error = report(loc, Diag::too_many_shards);
  error << "the slices make " << shards << " shards (with those of output '"
        << outputName(entry, output) << "'), more than \"max_shards\", which is "
        << config.maxShards;
  error.note() << "dimensions without an entry are cut into single indices; to leave them whole "
                  "add the line: \"unspecified\": \"whole\",";
  return failure();
}

/// One function per set of outputs that share shards.
static LogicalResult makeFunctions(Independent &result, func::FuncOp entry, const Config &config) {
  OutputCuts decide(entry, config, result.flow);
  Operation *end = entry.front().getTerminator();
  bool ok = true;
  int64_t total = 0;
  std::map<ShardsKey, size_t> numbers;
  for (unsigned output = 0; output < end->getNumOperands(); ++output) {
    const auto dims = decide.of(output);
    ok &= dims.has_value();
    if (!dims) continue;
    auto coordinates = coordinatesOf(*dims);
    const auto [known, fresh] = numbers.try_emplace(keyOf(coordinates), result.functions.size());
    if (fresh) {
      const int64_t shards = countShards(coordinates, config.maxShards);
      if (__builtin_add_overflow(total, shards, &total)) total = INT64_MAX;
      if (config.mode == Mode::independent && total > config.maxShards)
        return tooMany(entry, config, total, output);
      result.functions.emplace_back().coordinates = std::move(coordinates);
    }
    ShardFunction &function = result.functions[known->second];
    function.outputs.push_back(output);
    function.outputBoxes.push_back(
        boxesOf(function.grid(), typeOf(end->getOperand(output).getType())->shape, *dims));
  }
  return success(ok);
}

static double workOnce(Block &block, Pool &pool) {
  double work = 0;
  for (Operation &op : block.without_terminator()) {
    if (auto flow = dyn_cast<DataFlowOp>(op)) {
      for (Region &region : op.getRegions())
        work += timesRun(flow, pool) * workOnce(region.front(), pool);
      continue;
    }
    const Formula formula = *formulaOf(&op, pool);
    work += workOf(formula, wholeLoops(formula));
  }
  return work;
}

std::optional<Independent> shardIndependently(ModuleOp program, const Config &config, Pool &pool) {
  func::FuncOp entry = entryOf(program);
  Independent result;
  std::optional<CutFlow> flow = flowCuts(entry, config, pool);
  if (!flow) return std::nullopt;
  result.flow = std::move(*flow);
  if (failed(makeFunctions(result, entry, config))) return std::nullopt;
  for (ShardFunction &function : result.functions)
    demandBackward(function, entry, pool);
  result.workOnce = workOnce(entry.front(), pool);
  result.held = heldElements(result, entry);
  return result;
}

} // namespace shardc
