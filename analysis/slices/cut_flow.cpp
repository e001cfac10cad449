// SPDX-License-Identifier: Apache-2.0
// Cuts carried forward: from inputs through the loops of every op to its results.
#include "analysis/program/data_flow.h"
#include "analysis/slices/cuts.h"
#include "analysis/slices/independent.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/interfaces/manual.h"
#include "frontend/ir/names.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace shardc {

/// More ways than these in which one dimension is cut cannot agree any more; the error at the
/// output shows two.
static constexpr size_t kAlternatives = 4;

static void addParents(SmallVectorImpl<CutParent> &list, ArrayRef<CutParent> more) {
  for (const CutParent &parent : more)
    if (!llvm::is_contained(list, parent)) list.push_back(parent);
}

/// Adds a way to be cut; equal lists are one, with the sources and parents of both.
static void addCuts(SmallVectorImpl<Cuts> &ways, Cuts cuts, CutSources &sources) {
  for (Cuts &way : ways) {
    if (way.at != cuts.at) continue;
    way.sources = sources.united(way.sources, cuts.sources);
    addParents(way.parents, cuts.parents);
    return;
  }
  if (ways.size() < kAlternatives) ways.push_back(std::move(cuts));
}

/// Single indices are listed: what is cut into more of them is too much.
static constexpr int64_t kMostSingleIndices = 1 << 20;

static LogicalResult checkSingleIndices(const TensorCuts &given, func::FuncOp entry, unsigned input,
                                        ArrayRef<int64_t> shape) {
  if (given.unspecified != Unspecified::sharded) return success();
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    const bool isGiven =
        llvm::any_of(given.dims, [&, dim = static_cast<int64_t>(dim)](const auto &one) {
          return one.dimension == dim;
        });
    if (!isGiven && extent > kMostSingleIndices)
      return report(given.loc, Diag::too_many_slices)
             << "dimension " << dim << " of input '" << shown(inputName(entry, input)) << "' has "
             << extent
             << " indices, and a slice for each is too many; say \"unspecified\": "
                "\"whole\", or give slices";
  }
  return success();
}

static ValueCuts cutsOfInput(const TensorCuts &given, unsigned input, ArrayRef<int64_t> shape,
                             CutSources &sources) {
  ValueCuts cuts(shape.size());
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    const DimensionCuts *entry = nullptr;
    for (const DimensionCuts &one : given.dims)
      if (one.dimension == static_cast<int64_t>(dim)) entry = &one;
    Cuts own{{}, sources.of({false, input, static_cast<int64_t>(dim)}), {}};
    if (entry)
      own.at = entry->cuts;
    else if (given.unspecified == Unspecified::sharded)
      own.at = singleIndices(extent);
    if (own.at.size() > 2) cuts[dim].push_back(std::move(own));
  }
  return cuts;
}

namespace {

/// The flow through one result of one op.
class ResultFlow {
public:
  ResultFlow(CutFlow &flow, OpResult result, const Formula &formula)
      : flow(flow), value(result), formula(formula), loops(formula.loops.size()) {}

  ValueCuts run() {
    const Result &result = formula.results[value.getResultNumber()];
    findOuterLoops(result);
    Operation *op = value.getOwner();
    for (unsigned operand = 0; operand < op->getNumOperands(); ++operand)
      for (Expr load : loadsOf(result.value, operand))
        enter(op->getOperand(operand), load);
    ValueCuts cuts(result.index.size());
    for (auto [dim, index] : llvm::enumerate(result.index))
      leave(index, cuts[dim]);
    return cuts;
  }

private:
  struct LoopCuts {
    bool isOuter = false; // indexes the result
    SmallVector<Cuts, 1> ways;
  };

  void findOuterLoops(const Result &result) {
    for (Expr index : result.index)
      for (Expr loop : radix(index).value_or(SmallVector<Expr, 2>()))
        loops[loop->value].isOuter = true;
  }

  void end(Value operand, int64_t dim, std::string why) {
    flow.ended[operand].push_back({dim, value.getOwner(), std::move(why)});
  }

  void enter(Value operand, Expr load) {
    auto known = flow.cuts.find(operand);
    if (known == flow.cuts.end()) return;
    const ValueCuts cuts = known->second;
    for (auto [dim, index] : llvm::enumerate(load->args))
      for (auto [number, way] : llvm::enumerate(cuts[dim]))
        enterDimension({operand, static_cast<int64_t>(dim), static_cast<unsigned>(number)}, way,
                       index);
  }

  void enterDimension(CutParent from, const Cuts &way, Expr index) {
    auto digits = radix(index);
    if (!digits || digits->empty())
      return end(from.value, from.dimension, "its index is shifted, strided, reversed or computed");
    SmallVector<int64_t, 2> sizes;
    for (Expr loop : *digits) {
      sizes.push_back(loop->numbers[0]);
      if (!loops[loop->value].isOuter)
        return end(from.value, from.dimension,
                   "it is summed over, or reduced in another way, by '" +
                       mnemonicOf(value.getOwner()) + "'");
    }
    int64_t extent = 1;
    for (int64_t size : sizes)
      extent *= size;
    if (extent != way.at->back())
      return end(from.value, from.dimension, "only a part of it is used");
    auto split = splitOverDigits(*way.at, sizes);
    if (!split)
      return end(from.value, from.dimension,
                 "the reshape makes of its slices what is no box; cut at multiples of " +
                     std::to_string(extent / sizes.front()));
    for (auto [loop, at] : llvm::zip(*digits, *split)) {
      if (at.size() <= 2) continue;
      const bool isAlone = digits->size() == 1;
      addCuts(loops[loop->value].ways, {isAlone ? way.at : Shared(at), way.sources, {from}},
              flow.sources);
    }
  }

  /// The cuts of a result dimension: of its one loop, or of its digits together.
  void leave(Expr index, SmallVectorImpl<Cuts> &cuts) {
    auto digits = radix(index);
    if (!digits || digits->empty()) return;
    if (digits->size() == 1) {
      for (const Cuts &way : loops[digits->front()->value].ways)
        addCuts(cuts, way, flow.sources);
      return;
    }
    SmallVector<Cuts, 2> chosen(digits->size());
    combine(*digits, 0, chosen, cuts);
  }

  /// Every choice of one way per digit, merged.
  void combine(ArrayRef<Expr> digits, size_t digit, SmallVectorImpl<Cuts> &chosen,
               SmallVectorImpl<Cuts> &cuts) {
    if (digit == digits.size()) return merge(digits, chosen, cuts);
    const auto &ways = loops[digits[digit]->value].ways;
    if (ways.empty()) {
      chosen[digit] = {};
      return combine(digits, digit + 1, chosen, cuts);
    }
    for (const Cuts &way : ways) {
      chosen[digit] = way;
      combine(digits, digit + 1, chosen, cuts);
    }
  }

  void merge(ArrayRef<Expr> digits, ArrayRef<Cuts> chosen, SmallVectorImpl<Cuts> &cuts) {
    SmallVector<int64_t, 2> sizes;
    SmallVector<DigitCuts, 2> parts;
    for (auto [loop, way] : llvm::zip(digits, chosen)) {
      sizes.push_back(loop->numbers[0]);
      parts.push_back(*way.at);
    }
    Cuts merged;
    merged.at = mergeDigits(parts, sizes);
    reportDropped(parts, sizes, chosen);
    if (merged.at->empty()) return;
    for (const Cuts &way : chosen) {
      if (way.sources < 0) continue; // a digit that is whole
      merged.sources =
          merged.sources < 0 ? way.sources : flow.sources.united(merged.sources, way.sources);
      addParents(merged.parents, way.parents);
    }
    addCuts(cuts, std::move(merged), flow.sources);
  }

  void reportDropped(ArrayRef<DigitCuts> parts, ArrayRef<int64_t> sizes, ArrayRef<Cuts> chosen) {
    bool single = true;
    for (auto [cut, size, way] : llvm::zip(parts, sizes, chosen)) {
      if (!single && cut.size() > 2)
        end(way.parents.front().value, way.parents.front().dimension,
            "the reshape would make of its slices what is no box");
      single = single && (size == 1 || (cut.size() > 2 && areSingleIndices(cut)));
    }
  }

  CutFlow &flow;
  OpResult value;
  const Formula &formula;
  std::vector<LoopCuts> loops;
};

} // namespace

/// What loops and branches use is whole in them, and so is what they give.
static void endAtRegions(CutFlow &flow, DataFlowOp op) {
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  for (Region &region : op->getRegions())
    getUsedValuesDefinedAbove(region, region, used);
  for (Value value : used) {
    const auto known = flow.cuts.find(value);
    if (known == flow.cuts.end()) continue;
    for (auto [dim, ways] : llvm::enumerate(known->second))
      if (!ways.empty())
        flow.ended[value].push_back({static_cast<int64_t>(dim), op,
                                     "what a loop carries, or a loop or branch uses, is whole"});
  }
}

std::optional<CutFlow> flowCuts(func::FuncOp entry, const Config &config, Pool &pool) {
  CutFlow flow;
  if (config.mode == Mode::oneDevice) return flow;
  for (BlockArgument input : entry.getArguments()) {
    const unsigned number = input.getArgNumber();
    const auto shape = typeOf(input.getType())->shape;
    if (failed(checkSingleIndices(config.inputs[number], entry, number, shape)))
      return std::nullopt;
    flow.cuts[input] = cutsOfInput(config.inputs[number], number, shape, flow.sources);
  }
  for (Operation &op : entry.front().without_terminator()) {
    if (auto regions = dyn_cast<DataFlowOp>(op)) {
      endAtRegions(flow, regions);
      continue;
    }
    const Formula formula = *formulaOf(&op, pool);
    for (OpResult result : op.getResults()) {
      ValueCuts cuts = ResultFlow(flow, result, formula).run();
      if (!llvm::all_of(cuts, [](auto &ways) { return ways.empty(); }))
        flow.cuts[result] = std::move(cuts);
    }
  }
  return flow;
}

} // namespace shardc
