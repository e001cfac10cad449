// SPDX-License-Identifier: Apache-2.0
#include "analysis/repeated.h"

#include "analysis/sources.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/builder.h"
#include "frontend/ir/names.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace shardc {

static constexpr double kWorthAWarning = 2;
static constexpr double kWorthAdvice = 1.05;

/// Elements in any of the boxes, counted on the grid that their ends make.
static int64_t unionVolume(ArrayRef<Box> boxes) {
  if (boxes.empty()) return 0;
  if (boxes.front().empty()) return 1; // a scalar
  const size_t rank = boxes.front().size();
  // Split along the first dimension; what is alike in the rest is counted once per strip.
  std::vector<int64_t> ends;
  for (const Box &box : boxes)
    ends.insert(ends.end(), {box.front().lo, box.front().hi});
  llvm::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  int64_t count = 0;
  for (size_t strip = 0; strip + 1 < ends.size(); ++strip) {
    std::vector<Box> rest;
    for (const Box &box : boxes)
      if (box.front().lo <= ends[strip] && ends[strip + 1] <= box.front().hi)
        rest.emplace_back(box.begin() + 1, box.end());
    llvm::sort(rest, [](const Box &a, const Box &b) {
      return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                          [](const Interval &x, const Interval &y) {
                                            return std::pair(x.lo, x.hi) < std::pair(y.lo, y.hi);
                                          });
    });
    rest.erase(std::unique(rest.begin(), rest.end()), rest.end());
    const int64_t width = ends[strip + 1] - ends[strip];
    count += width * (rank == 1 ? static_cast<int64_t>(!rest.empty()) : unionVolume(rest));
  }
  return count;
}

std::vector<std::pair<int64_t, int64_t>> heldElements(const Independent &result,
                                                      func::FuncOp entry) {
  std::vector<std::pair<int64_t, int64_t>> held;
  for (BlockArgument input : entry.getArguments()) {
    std::vector<Box> boxes;
    int64_t all = 0;
    for (const ShardFunction &function : result.functions) {
      auto found = function.parts.find(input);
      if (found == function.parts.end()) continue;
      for (const Part &part : found->second)
        for (int64_t shard = 0; shard < part.boxes.size(); ++shard) {
          boxes.push_back(part.boxes[shard]);
          all += volume(boxes.back());
          if (isEmpty(boxes.back())) boxes.pop_back();
        }
    }
    held.emplace_back(all, unionVolume(boxes));
  }
  return held;
}

static double workOf(const Independent &result) {
  double work = 0;
  for (const ShardFunction &function : result.functions)
    work += function.work;
  return work;
}

/// Bytes of inputs held over bytes needed.
static double inputRatio(const Independent &result, func::FuncOp entry) {
  double all = 0, once = 0;
  for (auto [input, held] : llvm::zip(entry.getArguments(), result.held)) {
    const int bytes = info(typeOf(input.getType())->type).bytes;
    all += static_cast<double>(held.first) * bytes;
    once += static_cast<double>(held.second) * bytes;
  }
  return once > 0 ? all / once : 1;
}

/// What all slices of a coordinate have together, where that does not exist.
static ShardBoxes without(const ShardBoxes &boxes, int coordinate) {
  ShardBoxes wider{boxes.grid, {}};
  wider.grid.counts.erase(wider.grid.counts.begin() + coordinate);
  for (Varying<Interval> dim : boxes.dims) {
    SmallVector<int, 2> rest = dim.over;
    llvm::erase(rest, coordinate);
    SmallVector<int64_t, 4> at = boxes.grid.origin();
    dim = tabulate<Interval>(boxes.grid, rest, [&](ArrayRef<int64_t> place) {
      at.assign(place.begin(), place.end());
      Box around = {dim.at(boxes.grid, at)};
      forEachPlace(boxes.grid, {coordinate}, at,
                   [&] { around = hull(around, {dim.at(boxes.grid, at)}); });
      return around.front();
    });
    for (int &c : dim.over)
      c -= c > coordinate;
    wider.dims.push_back(std::move(dim));
  }
  return wider;
}

/// The function with a coordinate left whole.
static ShardFunction without(const ShardFunction &function, size_t coordinate, func::FuncOp entry,
                             Pool &pool) {
  ShardFunction wider = function;
  for (ShardBoxes &boxes : wider.outputBoxes)
    boxes = without(boxes, static_cast<int>(coordinate));
  wider.coordinates.erase(wider.coordinates.begin() + coordinate);
  demandBackward(wider, entry, pool);
  return wider;
}

namespace {
/// A coordinate that is better left whole, and how much better: the repetition now over that then.
struct Choice {
  const ShardCoordinate *coordinate = nullptr;
  double gain = kWorthAdvice;
};
/// What causes most of the repetition, and what to do about it, if anything.
struct Advice {
  Choice cause, leaveWhole;
};
} // namespace

static int64_t shardsOf(const Independent &result) {
  int64_t shards = 0;
  for (const ShardFunction &function : result.functions)
    shards += function.shards();
  return shards;
}

static Advice adviceOn(const Independent &result, func::FuncOp entry, Pool &pool) {
  Advice best;
  const double now =
      std::max(workOf(result) / std::max(result.workOnce, 1.0), inputRatio(result, entry));
  for (size_t number = 0; number < result.functions.size(); ++number)
    for (size_t at = 0; at < result.functions[number].coordinates.size(); ++at) {
      Independent other;
      other.functions = result.functions;
      other.functions[number] = without(result.functions[number], at, entry, pool);
      other.held = heldElements(other, entry);
      const double then =
          std::max(workOf(other) / std::max(result.workOnce, 1.0), inputRatio(other, entry));
      const Choice choice = {&result.functions[number].coordinates[at], now / then};
      if (choice.gain > best.cause.gain) best.cause = choice;
      // Of one shard that is left, nobody has any use.
      if (shardsOf(other) > 1 && choice.gain > best.leaveWhole.gain) best.leaveWhole = choice;
    }
  return best;
}

void warnOfRepetition(const Independent &result, func::FuncOp entry, const Config &config,
                      Pool &pool) {
  if (config.mode != Mode::independent) return;
  const double work = result.workOnce > 0 ? workOf(result) / result.workOnce : 1;
  const double input = inputRatio(result, entry);
  if (work <= kWorthAWarning && input <= kWorthAWarning) return;
  Location loc = config.loc.value_or(entry.getLoc());
  const auto [cause, leaveWhole] = adviceOn(result, entry, pool);
  const ShardCoordinate *shown = leaveWhole.coordinate ? leaveWhole.coordinate : cause.coordinate;
  if (shown) loc = sourceLocation(shown->sources.front(), config);
  Report warning = report(loc, Diag::repeated_work);
  warning << "the shards together ";
  if (work > kWorthAWarning)
    warning << "do " << llvm::formatv("{0:f1}", work).str() << " times the work of the program";
  if (work > kWorthAWarning && input > kWorthAWarning) warning << ", and ";
  if (input > kWorthAWarning)
    warning << "hold the program's input " << llvm::formatv("{0:f1}", input).str() << " times";
  if (leaveWhole.coordinate)
    warning << "; leave " << sourceText(leaveWhole.coordinate->sources.front(), entry)
            << " whole to repeat least";
}

} // namespace shardc
