// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle/holders.h"

#include "codegen/bundle/markdown.h"
#include "codegen/report/tensor_parts.h"
#include "codegen/text/literal.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc::bundle {

constexpr int64_t kListedShards = 16;
constexpr size_t kListedSlices = 64;
constexpr int64_t kListedHolders = 8;

/// "z[0:2, 0:4]" for each buffer of a role.
static std::string boxesOf(const Plan &plan, const Function &function, Role role, int64_t shard) {
  const auto at = coordinatesOf(function, shard);
  std::vector<std::string> boxes;
  for (const Buffer &buffer : function.buffers)
    if (buffer.role == role)
      boxes.push_back(valueOf(plan, buffer) + text::box(boxAt(buffer.box, function, at)));
  return text::joined(boxes);
}

static std::string shardTable(const Plan &plan) {
  std::string out = head({unit(plan), "makes", "from"});
  for (const Function &function : plan.functions)
    for (int64_t shard = 0; shard < function.shards(); ++shard)
      out += row({std::to_string(function.firstShard + shard),
                  boxesOf(plan, function, Role::output, shard),
                  boxesOf(plan, function, Role::input, shard)});
  return out + "\n";
}

/// The shards that hold place `place` of a range: their numbers, or what they have in common.
static std::string holdersOf(const Function &function, ArrayRef<int> over, int64_t place) {
  const ShardGrid grid = gridOf(function);
  const int64_t count = grid.size() / grid.size(over);
  if (count > kListedHolders)
    return withCommas(count) + " shards, whose " + code(placeExpression(function, over)) + " is " +
           std::to_string(place);
  SmallVector<int, 4> others;
  SmallVector<int64_t, 4> at = grid.origin();
  for (int c = static_cast<int>(grid.counts.size()); c-- > 0;) {
    if (!llvm::is_contained(over, c)) {
      others.insert(others.begin(), c);
      continue;
    }
    at[c] = place % grid.counts[c];
    place /= grid.counts[c];
  }
  std::vector<std::string> numbers;
  forEachPlace(grid, others, at, [&] {
    numbers.push_back(std::to_string(function.firstShard + grid.numberOf(grid.all(), at)));
  });
  return text::joined(numbers);
}

/// "`x`", "`x`, part 1 of 2".
static std::string heldName(const Plan &plan, const Buffer &buffer, size_t parts) {
  const std::string name = code(valueOf(plan, buffer));
  if (parts == 1) return name;
  return name + ", part " + std::to_string(buffer.part + 1) + " of " + std::to_string(parts);
}

namespace {

/// The rows of a table of which some are listed, and all counted: one per dimension of each part of
/// an input, and per slice where it is cut.
class HolderRows {
public:
  explicit HolderRows(const Plan &plan) : plan(plan) {
    std::vector<reports::TensorParts> perFunction;
    std::vector<std::pair<size_t, const Function *>>
        holders; // per input the functions that have it
    for (const Function &function : plan.functions)
      for (const auto &[input, parts] : perFunction.emplace_back(function).all(Role::input))
        holders.push_back({input, &function});
    llvm::stable_sort(holders, llvm::less_first());
    for (auto [input, function] : holders) {
      const auto &parts = perFunction[function - plan.functions.data()].of(Role::input, input);
      for (const Buffer *buffer : parts)
        add(*function, *buffer, parts.size());
    }
  }

  std::string listed;
  size_t left = 0; // more rows than are listed

private:
  void add(const Function &function, const Buffer &buffer, size_t parts) {
    const std::string name = heldName(plan, buffer, parts);
    for (auto [dim, span] : llvm::enumerate(buffer.box)) {
      const SmallVector<int, 2> over = dependsOn(span);
      if (count >= kListedSlices) {
        left += static_cast<size_t>(gridOf(function).size(over));
        continue;
      }
      const std::vector<Interval> ranges = rangesOf(span, function);
      for (auto [place, range] : llvm::enumerate(ranges)) {
        if (++count > kListedSlices) ++left;
        if (count > kListedSlices) continue;
        listed += row({name, std::to_string(dim),
                       std::to_string(range.lo) + ":" + std::to_string(range.hi),
                       over.empty() ? shardNumbers(function)
                                    : holdersOf(function, over, static_cast<int64_t>(place))});
      }
    }
  }

  const Plan &plan;
  size_t count = 0;
};

} // namespace

/// Where the ranges come from.
static std::string rangesText(const Plan &plan) {
  const std::string file = "`src/" + plan.id + ".devices.cpp`";
  if (plan.mode != PlanMode::collective)
    return "The ranges are tables in " + file + "; slices may be of different sizes. ";
  return "The ranges are formulas over a device's place on the mesh in " + file +
         "; `cut` there splits a dimension into parts whose sizes differ by at most one. What no "
         "such formula gives is a table there. ";
}

std::string holdersPart(const Plan &plan) {
  std::string out = "## Which " + unit(plan) + " holds what\n\n";
  if (plan.devices() == 1) return out + "The one device holds all of every value.\n\n";
  if (plan.devices() <= kListedShards) out += shardTable(plan);
  out += text::wrapped("", "The indices of inputs, a row per dimension and range (its end is not "
                           "included). What a " +
                               unit(plan) +
                               " holds of an input is, in each dimension, the "
                               "range of the row that lists the " +
                               unit(plan) + ".");
  out += "\n" + head({"input", "dimension", "indices", unit(plan) + "s"});
  const HolderRows rows(plan);
  out += rows.listed + "\n";
  const std::string more = rows.left > 0 ? withCommas(static_cast<int64_t>(rows.left)) +
                                               " more rows follow from what is there. "
                                         : "";
  return out +
         text::wrapped("", rangesText(plan) + more + "`build/" + plan.id +
                               " --describe` prints the boxes of all " + unit(plan) + "s, and " +
                               plan.id + "_input_box of `include/" + plan.id +
                               ".h` gives them to a program.") +
         "\n";
}

std::string slicesPart(const Plan &plan) {
  std::string rows;
  for (const Function &function : plan.functions)
    for (const Coordinate &coordinate : function.coordinates) {
      if (coordinate.count() < 2 || coordinate.cuts.empty()) continue;
      std::vector<std::string> slices;
      for (int64_t k = 0; k < coordinate.count() && k < kListedShards; ++k)
        slices.push_back(std::to_string(coordinate.cuts[k]) + ":" +
                         std::to_string(coordinate.cuts[k + 1]));
      if (coordinate.count() > kListedShards)
        slices.push_back("... (" + withCommas(coordinate.count()) + " in all)");
      rows += row({text::cell(coordinate.name), text::joined(slices), text::cell(coordinate.from),
                   codes(outputsOf(plan, function))});
    }
  if (rows.empty()) return "";
  return "## Slices\n\n" + head({"index", "slices", "from", "cuts"}) + rows + "\n";
}

} // namespace shardc::bundle
