// SPDX-License-Identifier: Apache-2.0
// What any shard holds of an input is a union of boxes, counted by a sweep. What causes repetition
// is found by trying: each coordinate is left whole in turn, demand is worked out again, and the
// one that leaves least repeated is named. What is tried has no plan, so its work is that of ops,
// good for choosing; what is told is the plan's, in which kernels repeat work, too.
#include "analysis/slices/repeated.h"

#include "analysis/slices/sources.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/names.h"

#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <set>

using namespace mlir;

namespace shardc {

static constexpr double kWorthAWarning = 2;
static constexpr double kWorthAdvice = 1.05;
/// Each coordinate of these is tried; with more functions nobody does.
static constexpr size_t kAdvised = 64;

/// Sorts boxes and keeps each once.
static void sortOnce(std::vector<Box> &boxes) {
  const auto ends = [](const Interval &v) { return std::pair(v.lo, v.hi); };
  llvm::sort(boxes, [&](const Box &a, const Box &b) {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(),
        [&](const Interval &x, const Interval &y) { return ends(x) < ends(y); });
  });
  boxes.erase(std::unique(boxes.begin(), boxes.end()), boxes.end());
}

/// Elements in any of the boxes: a sweep along the first dimension, over strips in which the same
/// boxes lie.
static int64_t unionVolume(std::vector<Box> boxes) {
  if (boxes.empty()) return 0;
  if (boxes.front().empty()) return 1; // a scalar
  sortOnce(boxes);
  std::map<int64_t, std::pair<std::vector<size_t>, std::vector<size_t>>> ends; // begin and end here
  for (auto [number, box] : llvm::enumerate(boxes)) {
    ends[box.front().lo].first.push_back(number);
    ends[box.front().hi].second.push_back(number);
  }
  const bool isLine = boxes.front().size() == 1;
  std::set<size_t> open;
  int64_t count = 0, before = 0, rest = 0; // of the strip that ends
  for (const auto &[at, changes] : ends) {
    count += (at - before) * rest;
    before = at;
    for (size_t box : changes.second)
      open.erase(box);
    open.insert(changes.first.begin(), changes.first.end());
    std::vector<Box> inside;
    if (!isLine)
      for (size_t box : open)
        inside.emplace_back(boxes[box].begin() + 1, boxes[box].end());
    rest = isLine ? static_cast<int64_t>(!open.empty()) : unionVolume(std::move(inside));
  }
  return count;
}

std::vector<std::pair<int64_t, int64_t>> heldElements(const Independent &result,
                                                      func::FuncOp entry) {
  std::vector<std::pair<int64_t, int64_t>> held(entry.getNumArguments());
  std::vector<std::vector<Box>> boxes(entry.getNumArguments());
  for (const ShardFunction &function : result.functions)
    for (const auto &[value, parts] : llvm::reverse(function.parts)) {
      auto input = dyn_cast<BlockArgument>(value);
      if (!input || input.getOwner() != &entry.front()) break; // inputs come last
      for (const Part &part : parts)
        for (int64_t shard = 0; shard < part.boxes.size(); ++shard) {
          const Box box = part.boxes[shard];
          held[input.getArgNumber()].first += volume(box);
          if (!isEmpty(box)) boxes[input.getArgNumber()].push_back(box);
        }
    }
  for (auto [counts, all] : llvm::zip_equal(held, boxes))
    counts.second = unionVolume(std::move(all));
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
  if (result.functions.size() > kAdvised) return best;
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
                      double work, Pool &pool) {
  if (config.mode != Mode::independent) return;
  const double input = inputRatio(result, entry);
  if (work <= kWorthAWarning && input <= kWorthAWarning) return;
  Location loc = config.loc.value_or(entry.getLoc());
  const auto [cause, leaveWhole] = adviceOn(result, entry, pool);
  const ShardCoordinate *shown = leaveWhole.coordinate ? leaveWhole.coordinate : cause.coordinate;
  if (shown) loc = sourceLocation(shown->sources.front(), config);
  Report warning = report(loc, Diag::repeated_work);
  warning << "the shards together ";
  if (work > kWorthAWarning)
    warning << "do " << llvm::formatv("{0:f2}", work).str() << " times the work of the program";
  if (work > kWorthAWarning && input > kWorthAWarning) warning << ", and ";
  if (input > kWorthAWarning)
    warning << "hold the program's input " << llvm::formatv("{0:f2}", input).str() << " times";
  if (leaveWhole.coordinate)
    warning << "; leave " << sourceText(leaveWhole.coordinate->sources.front(), entry)
            << " whole to repeat least";
}

} // namespace shardc
