// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle/readme/holders.h"

#include "codegen/bundle/readme/markdown.h"
#include "codegen/report/tensor_parts.h"
#include "codegen/text/literal.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardc::bundle {

constexpr size_t kListedSlices = 64;
constexpr int64_t kListedHolders = 8;
constexpr size_t kListedDimensions = 16;
constexpr size_t kListedBoxes = 8;
constexpr std::ptrdiff_t kListedWhole = 4;

/// Whether every shard has all of the value.
static bool isWhole(const Buffer &buffer) {
  return llvm::all_of(llvm::zip_equal(buffer.box, buffer.shape), [](const auto &dim) {
    const auto &[span, extent] = dim;
    return span.isUniform() && span.lo.literal() == 0 && span.hi.literal() == extent;
  });
}

/// "z[0:2, 0:4]" for each buffer of a role: of many the first, and how many are whole.
static std::string boxesOf(const Plan &plan, const Function &function, Role role, int64_t shard) {
  const auto at = coordinatesOf(function, shard);
  const auto whole = llvm::count_if(function.buffers, [&](const Buffer &buffer) {
    return buffer.role == role && isWhole(buffer);
  });
  const bool areFew = whole <= kListedWhole;
  std::vector<std::string> boxes;
  for (const Buffer &buffer : function.buffers)
    if (buffer.role == role && (areFew || !isWhole(buffer)))
      boxes.push_back(valueOf(plan, buffer) + text::box(boxAt(buffer.box, function, at)));
  if (boxes.size() > kListedBoxes + 1) {
    const std::string more = std::to_string(boxes.size() - kListedBoxes) + " more";
    boxes.resize(kListedBoxes);
    boxes.push_back(more);
  }
  if (!areFew) boxes.push_back("all of " + std::to_string(whole) + " others");
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

/// "`x` 0", "`x` 0 (part 1 of 2)".
static std::string dimensionOf(const Plan &plan, const Buffer &buffer, size_t dim, size_t parts) {
  const bool isInput = buffer.role == Role::input;
  const std::string text =
      code(isInput ? valueOf(plan, buffer) : buffer.name) + " " + std::to_string(dim);
  if (parts == 1) return text;
  return text + " (part " + std::to_string(buffer.part + 1) + " of " + std::to_string(parts) + ")";
}

namespace {

/// A range of indices, and which dimensions of which values have it.
struct HeldRange {
  const Span *span;
  std::string name; // as a field of Device; "": it is the same everywhere
  std::vector<std::string> dimensions;
};

/// The ranges of a function's values that are not a whole dimension, each once: those of inputs
/// first.
class HeldRanges {
public:
  HeldRanges(const Parts &parts, const Function &function)
      : plan(parts.plan), layout(parts.layout(function)), inputs(function) {
    for (const bool areInputs : {true, false})
      for (const Buffer &buffer : function.buffers)
        if (!buffer.ofBlock && (buffer.role == Role::input) == areInputs) add(buffer);
  }

  std::vector<HeldRange> all;

private:
  void add(const Buffer &buffer) {
    const bool isInput = buffer.role == Role::input;
    const size_t count = isInput ? inputs.of(Role::input, buffer.index).size() : 1;
    for (auto [dim, span] : llvm::enumerate(buffer.box)) {
      const DeviceField *field = layout.find(span);
      const Interval same = field ? Interval{} : Interval{span.lo.literal(), span.hi.literal(), 1};
      if (!field && same.lo == 0 && same.hi == buffer.shape[dim]) continue;
      const std::string name = field ? field->name : "";
      const auto [at, isNew] = numbers.try_emplace({name, same.lo, same.hi}, all.size());
      if (isNew) all.push_back({&span, name, {}});
      all[at->second].dimensions.push_back(dimensionOf(plan, buffer, dim, count));
    }
  }

  const Plan &plan;
  const DeviceLayout &layout;
  const reports::TensorParts inputs;
  std::map<std::tuple<std::string, int64_t, int64_t>, size_t> numbers;
};

/// The rows of a table of which some are listed, and all counted: one for each slice of a range.
class HolderRows {
public:
  explicit HolderRows(const Parts &parts) : parts(parts) {
    for (const Function &function : parts.plan.functions)
      for (const HeldRange &range : HeldRanges(parts, function).all)
        add(function, range);
  }

  std::string listed;
  size_t left = 0; // more rows than are listed

private:
  void add(const Function &function, const HeldRange &range) {
    const SmallVector<int, 2> over = dependsOn(*range.span);
    std::vector<std::string> named = range.dimensions;
    if (named.size() > kListedDimensions) {
      named.resize(kListedDimensions);
      named.push_back("...");
    }
    for (auto [place, indices] : llvm::enumerate(rangesOf(*range.span, function))) {
      if (++count > kListedSlices) ++left;
      if (count > kListedSlices) continue;
      const std::string holders = over.empty()
                                      ? shardNumbers(function)
                                      : holdersOf(function, over, static_cast<int64_t>(place));
      const bool isFirst = place == 0;
      listed += row({isFirst && !range.name.empty() ? code(parts.scope(function) + range.name) : "",
                     isFirst ? text::joined(named) : "",
                     std::to_string(indices.lo) + ":" + std::to_string(indices.hi), holders});
    }
  }

  const Parts &parts;
  size_t count = 0;
};

} // namespace

/// Where the ranges come from.
static std::string rangesText(const Plan &plan) {
  const std::string file = "`src/" + plan.id + ".devices.cpp`";
  if (plan.mode != PlanMode::collective)
    return "The ranges are tables in " + file + "; slices may be of different sizes. ";
  return "The ranges are formulas over a device's place on the mesh in " + file +
         "; `cut` there splits a dimension into parts whose sizes differ by at most one. A range "
         "that has no such formula is a table there. ";
}

std::string holdersPart(const Parts &parts) {
  const Plan &plan = parts.plan;
  const std::string one = unit(plan);
  std::string out = "## Which " + one + " holds what\n\n";
  if (plan.devices() == 1) return out + "The one device holds all of every value.\n\n";
  if (plan.devices() <= kListedShards) out += shardTable(plan);
  const HolderRows rows(parts);
  if (!rows.listed.empty()) {
    out += text::wrapped("", "Ranges of indices (ends are not included): the name that `src/" +
                                 plan.id +
                                 ".plan.h` has for a range, the dimensions that are cut "
                                 "so, inputs first, and who holds which part. All other "
                                 "dimensions are whole on every " +
                                 one + ".");
    out += "\n" + head({"range", "dimensions", "indices", one + "s"}) + rows.listed + "\n";
  }
  const std::string more = rows.left > 0 ? withCommas(static_cast<int64_t>(rows.left)) +
                                               " more rows are not listed here. "
                                         : "";
  return out +
         text::wrapped("", rangesText(plan) + more + "`build/" + plan.id +
                               " --describe` prints the boxes of all " + one + "s, and " + plan.id +
                               "_input_box of `include/" + plan.id +
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
