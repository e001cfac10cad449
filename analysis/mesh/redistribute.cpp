// SPDX-License-Identifier: Apache-2.0
// Devices of a group differ only in the coordinates `over` of a move. What is asked of a group is a
// sum over its members of products over dimensions; dimensions that depend on different of those
// coordinates are summed apart.
#include "analysis/mesh/redistribute.h"

#include "frontend/bug.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

namespace shardc {

using Coordinates = ArrayRef<int64_t>;
/// Numbers whose product is meant.
using Factors = SmallVector<Varying<int64_t>, 4>;

static SmallVector<int, 2> bothOf(ArrayRef<int> a, ArrayRef<int> b) {
  SmallVector<int, 2> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

static SmallVector<int, 2> without(ArrayRef<int> a, ArrayRef<int> b) {
  SmallVector<int, 2> rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

double missingOf(const ShardBoxes &held, const ShardBoxes &needed) {
  return (volumeOfAll(needed) - volumeOfAll(commonOf(needed, held))) /
         static_cast<double>(held.size());
}

namespace {

/// Dimensions that depend on the same coordinates of a group; most often one.
struct GroupDims {
  SmallVector<int, 2> dims;
  SmallVector<int, 2> members, fixed; // coordinates within a group, and outside of it
};

} // namespace

/// Every dimension is in one of them.
static SmallVector<GroupDims, 4> groupDims(const ShardBoxes &boxes, ArrayRef<int> over) {
  SmallVector<GroupDims, 4> all;
  for (int dim = 0; dim < static_cast<int>(boxes.dims.size()); ++dim) {
    const ArrayRef<int> own = boxes.dims[dim].over;
    GroupDims made{{dim}, bothOf(own, over), without(own, over)};
    for (size_t k = all.size(); k-- > 0;) {
      if (bothOf(all[k].members, made.members).empty()) continue;
      made.dims.append(all[k].dims);
      made.members = eitherOf(made.members, all[k].members);
      made.fixed = eitherOf(made.fixed, all[k].fixed);
      all.erase(all.begin() + k);
    }
    all.push_back(std::move(made));
  }
  return all;
}

/// Calls `look` for every member of the group that `at` is in, as far as these dimensions say.
static void forEachMember(const ShardGrid &grid, const GroupDims &part, Coordinates at,
                          llvm::function_ref<void(Coordinates)> look) {
  SmallVector<int64_t, 4> member(at);
  forEachPlace(grid, part.members, member, [&] { look(member); });
}

static Box boxOf(const ShardBoxes &boxes, ArrayRef<int> dims, Coordinates at) {
  Box box;
  for (int dim : dims)
    box.push_back(boxes.dims[dim].at(boxes.grid, at));
  return box;
}

/// Per group a sum over its members of what `of` says of their dimensions.
static Factors sums(const ShardBoxes &boxes, ArrayRef<int> over,
                    llvm::function_ref<int64_t(const Box &)> of) {
  Factors factors;
  for (const GroupDims &part : groupDims(boxes, over))
    factors.push_back(tabulate<int64_t>(boxes.grid, part.fixed, [&](Coordinates at) {
      int64_t sum = 0;
      forEachMember(boxes.grid, part, at,
                    [&](Coordinates member) { sum += of(boxOf(boxes, part.dims, member)); });
      return sum;
    }));
  return factors;
}

/// Elements that all members have together, each as often as members have it.
static Factors totals(const ShardBoxes &boxes, ArrayRef<int> over) {
  Factors factors = sums(boxes, over, [](const Box &box) { return volume(box); });
  SmallVector<int, 2> used;
  for (const auto &dim : boxes.dims)
    used = eitherOf(used, dim.over);
  factors.push_back(uniform(boxes.grid.size(without(over, used))));
  return factors;
}

static int64_t productAt(const Factors &factors, const ShardGrid &grid, Coordinates at) {
  int64_t product = 1;
  for (const auto &factor : factors)
    product *= factor.at(grid, at);
  return product;
}

static SmallVector<int, 2> overOf(ArrayRef<const Factors *> lists) {
  SmallVector<int, 2> over;
  for (const Factors *factors : lists)
    for (const auto &factor : *factors)
      over = eitherOf(over, factor.over);
  return over;
}

static bool sameEverywhere(const Factors &a, const Factors &b, const ShardGrid &grid) {
  bool same = true;
  auto at = grid.origin();
  forEachPlace(grid, overOf({&a, &b}), at,
               [&] { same = same && productAt(a, grid, at) == productAt(b, grid, at); });
  return same;
}

namespace {

/// What the members of each group hold in some dimensions, to be searched.
class HeldLines {
public:
  HeldLines(const ShardBoxes &held, GroupDims part) : held(held), part(std::move(part)) {}

  /// Elements of a device's box that members hold; theirs do not overlap.
  int64_t found(const Box &needed, Coordinates at) {
    if (part.dims.size() == 1) {
      const Line &line = lineAt(at);
      return line.below(needed.front().hi) - line.below(needed.front().lo);
    }
    int64_t sum = 0;
    forEachMember(held.grid, part, at, [&](Coordinates member) {
      sum += commonVolume(needed, boxOf(held, part.dims, member));
    });
    return sum;
  }

  /// Whether a member holds that box and nothing else.
  bool has(const Box &needed, Coordinates at) {
    if (part.dims.size() == 1) return lineAt(at).has(needed.front());
    bool any = false;
    forEachMember(held.grid, part, at, [&](Coordinates member) {
      any = any || boxOf(held, part.dims, member) == needed;
    });
    return any;
  }

  /// All coordinates that the answers depend on, for these boxes.
  SmallVector<int, 2> over(const ShardBoxes &needed) const {
    SmallVector<int, 2> all = part.fixed;
    for (int dim : part.dims)
      all = eitherOf(all, needed.dims[dim].over);
    return all;
  }
  ArrayRef<int> dims() const { return part.dims; }

private:
  struct Line {
    std::vector<Interval> held;  // in order
    std::vector<int64_t> before; // elements in those before each, and in all

    int64_t below(int64_t end) const {
      const auto next = llvm::partition_point(held, [&](const Interval &i) { return i.lo < end; });
      const size_t count = next - held.begin();
      if (count == 0) return 0;
      return before[count] - std::max<int64_t>(0, held[count - 1].hi - end);
    }
    bool has(const Interval &needed) const {
      const auto at =
          llvm::partition_point(held, [&](const Interval &i) { return i.lo < needed.lo; });
      return at != held.end() && *at == needed;
    }
  };

  const Line &lineAt(Coordinates at) {
    const auto [known, fresh] = lines.try_emplace(held.grid.numberOf(part.fixed, at));
    Line &line = known->second;
    if (!fresh) return line;
    forEachMember(held.grid, part, at, [&](Coordinates member) {
      const Interval &interval = held.dims[part.dims.front()].at(held.grid, member);
      if (!interval.empty()) line.held.push_back(interval);
    });
    llvm::sort(line.held, [](const Interval &a, const Interval &b) { return a.lo < b.lo; });
    line.before.push_back(0);
    for (const Interval &interval : line.held)
      line.before.push_back(line.before.back() + interval.extent());
    return line;
  }

  const ShardBoxes &held;
  GroupDims part;
  std::map<int64_t, Line> lines; // by the places outside of a group
};

class ExchangeFinder {
public:
  ExchangeFinder(const ShardBoxes &held, const ShardBoxes &needed) : held(held), needed(needed) {}

  Move run() {
    Move move;
    move.over = smallestGroup();
    move.payload = missingOf(held, needed);
    move.bound = move.payload;
    move.pattern = pattern(move.over);
    return move;
  }

private:
  /// Coordinates that change what is held, less those without which every device still finds all.
  SmallVector<int, 2> smallestGroup() const {
    SmallVector<int, 2> over;
    for (const auto &dim : held.dims)
      over = eitherOf(over, dim.over);
    std::string lacking;
    if (!suffices(over, lacking))
      internalError("a value is needed where no device of the group holds it: " + lacking);
    for (size_t k = over.size(); k-- > 0;) {
      SmallVector<int, 2> fewer = over;
      fewer.erase(fewer.begin() + k);
      if (suffices(fewer, lacking)) over = fewer;
    }
    return over;
  }

  /// Whether `holds` says so for the dimensions of every part, on every device that needs anything.
  bool forAll(ArrayRef<int> over, llvm::function_ref<bool(HeldLines &, Coordinates)> holds) const {
    const SmallVector<int, 2> empties = overEmpties(needed);
    bool all = true;
    for (GroupDims &part : groupDims(held, over)) {
      HeldLines lines(held, std::move(part));
      auto at = held.grid.origin();
      forEachPlace(held.grid, eitherOf(lines.over(needed), empties), at,
                   [&] { all = all && (isEmptyAt(needed, at) || holds(lines, at)); });
      if (!all) return false;
    }
    return true;
  }

  bool suffices(ArrayRef<int> over, std::string &lacking) const {
    return forAll(over, [&](HeldLines &lines, Coordinates at) {
      const Box box = boxOf(needed, lines.dims(), at);
      if (lines.found(box, at) >= volume(box)) return true;
      lacking = str(needed.at(at)) + " is needed, and " + str(held.at(at)) + " held";
      return false;
    });
  }

  /// What all devices do is the pattern.
  Pattern pattern(ArrayRef<int> over) const {
    const Factors total = totals(held, over);
    const bool disjoint = sameEverywhere(totals(needed, over), total, held.grid);
    if (disjoint && permutes(over)) return Pattern::permute;
    if (broadcasts(over)) return Pattern::broadcast;
    if (sameEverywhere(totals(needed, {}), total, held.grid)) return Pattern::allGather;
    return disjoint ? Pattern::allToAll : Pattern::exchange;
  }

  bool permutes(ArrayRef<int> over) const {
    return forAll(over, [&](HeldLines &lines, Coordinates at) {
      return lines.has(boxOf(needed, lines.dims(), at), at);
    });
  }

  bool broadcasts(ArrayRef<int> over) const {
    const Factors holders =
        sums(held, over, [](const Box &box) { return static_cast<int64_t>(!isEmpty(box)); });
    bool one = true;
    auto at = held.grid.origin();
    forEachPlace(held.grid, overOf({&holders}), at,
                 [&] { one = one && productAt(holders, held.grid, at) <= 1; });
    return one;
  }

  const ShardBoxes &held, &needed;
};

} // namespace

Move exchangeBetween(const ShardBoxes &held, const ShardBoxes &needed) {
  return ExchangeFinder(held, needed).run();
}

/// Per group the elements of what `of` says of the different boxes of its members.
static Factors ofDistinct(const ShardBoxes &boxes, ArrayRef<int> over,
                          llvm::function_ref<int64_t(ArrayRef<Box>)> of) {
  Factors factors;
  for (const GroupDims &part : groupDims(boxes, over))
    factors.push_back(tabulate<int64_t>(boxes.grid, part.fixed, [&](Coordinates at) {
      std::vector<Box> distinct;
      std::set<SmallVector<std::pair<int64_t, int64_t>, 2>> known;
      forEachMember(boxes.grid, part, at, [&](Coordinates member) {
        Box box = boxOf(boxes, part.dims, member);
        SmallVector<std::pair<int64_t, int64_t>, 2> ends;
        for (const Interval &interval : box)
          ends.push_back({interval.lo, interval.hi});
        if (known.insert(std::move(ends)).second) distinct.push_back(std::move(box));
      });
      return of(distinct);
    }));
  return factors;
}

static int64_t sumOf(ArrayRef<Box> boxes) {
  int64_t sum = 0;
  for (const Box &box : boxes)
    sum += volume(box);
  return sum;
}

static int64_t hullOf(ArrayRef<Box> boxes) {
  Box around = boxes.front();
  for (const Box &box : boxes)
    around = hull(around, box);
  return volume(around);
}

Move reductionTo(const ShardBoxes &needed, ArrayRef<int> over) {
  const ShardGrid &grid = needed.grid;
  Move move;
  move.over.assign(over.begin(), over.end());
  const Factors all = totals(needed, over);
  // Elements that any member needs: their boxes are equal or apart, else their hull is close.
  const Factors sum = ofDistinct(needed, over, sumOf), around = ofDistinct(needed, over, hullOf);
  const auto n = static_cast<double>(grid.size(over));
  const SmallVector<int, 2> differing = overOf({&all, &sum, &around});
  bool scatters = true;
  auto at = grid.origin();
  forEachPlace(grid, differing, at, [&] {
    const int64_t total = productAt(all, grid, at);
    const int64_t once = std::min(productAt(around, grid, at), productAt(sum, grid, at));
    scatters = scatters && total <= once;
    // One device adds up what the others have of an element; who else wants it gets the sum.
    const auto copies = static_cast<double>(std::max<int64_t>(0, total - once));
    move.payload += ((n - 1) * static_cast<double>(once) + copies) / n;
  });
  move.payload /= static_cast<double>(grid.size(differing));
  move.bound = move.payload;
  move.pattern = scatters ? Pattern::reduceScatter : Pattern::allReduce;
  return move;
}

} // namespace shardc
