// SPDX-License-Identifier: Apache-2.0
// Moves between all pairs of shardings of small tensors, against what they mean: element by element
// who holds what, who needs what, and who is in a group.
#include "analysis/mesh/device_grid.h"
#include "analysis/mesh/redistribute.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <map>
#include <set>

using namespace shardc;

namespace {

using Shape = SmallVector<int64_t, 2>;
using Elements = std::set<std::pair<int64_t, int64_t>>;

/// A mesh, and the parts of its axes that shardings use.
struct Case {
  Mesh mesh;
  std::vector<AxisRef> parts;
};

Case caseOf(std::vector<int64_t> sizes, bool halves = false) {
  Case made;
  for (int axis = 0; axis < static_cast<int>(sizes.size()); ++axis) {
    made.mesh.axes.push_back({std::string(1, static_cast<char>('x' + axis)), sizes[axis]});
    if (halves && sizes[axis] == 4)
      made.parts.insert(made.parts.end(), {{axis, 1, 2}, {axis, 2, 2}});
    else
      made.parts.push_back({axis, 1, sizes[axis]});
  }
  return made;
}

std::vector<Case> cases() {
  return {caseOf({2}),    caseOf({3}),    caseOf({4}),    caseOf({4}, true),
          caseOf({2, 2}), caseOf({2, 3}), caseOf({4, 2}), caseOf({4, 2}, true)};
}

const std::vector<Shape> &shapes() {
  static const std::vector<Shape> all = {{},   {1}, {2},    {3},    {5},    {7},    {8},
                                         {12}, {0}, {1, 5}, {4, 4}, {3, 7}, {5, 2}, {8, 6}};
  return all;
}

/// Every way to put some of the parts on dimensions, in every order.
std::vector<Sharding> everySharding(const Case &of, size_t rank) {
  std::vector<Sharding> all = {replicatedSharding(rank)};
  for (size_t known = 0; known < all.size(); ++known)
    for (const AxisRef &part : of.parts)
      for (size_t dim = 0; dim < rank; ++dim) {
        const Sharding from = all[known];
        if (overlaps(part, from.used())) continue;
        Sharding more = from;
        append(more.dims[dim].axes, part);
        if (!llvm::is_contained(all, more)) all.push_back(more);
      }
  return all;
}

std::vector<Box> listOf(const Sharding &sharding, const Shape &shape, const Mesh &mesh) {
  std::vector<Box> boxes;
  for (int64_t device = 0; device < mesh.devices(); ++device)
    boxes.push_back(boxOn(sharding, shape, mesh, coordinatesAt(mesh, device)));
  return boxes;
}

ShardBoxes boxesOf(const Sharding &sharding, const Shape &shape, const DeviceGrid &grid) {
  return boxesFrom(grid.places(), listOf(sharding, shape, grid.mesh));
}

Elements elementsOf(const Box &box) {
  const auto dim = [&](size_t number) {
    return number < box.size() ? box[number] : Interval{0, 1};
  };
  Elements all;
  for (int64_t i = dim(0).lo; i < dim(0).hi; ++i)
    for (int64_t j = dim(1).lo; j < dim(1).hi; ++j)
      all.insert({i, j});
  return all;
}

std::vector<Elements> elementsOf(const ShardBoxes &boxes) {
  std::vector<Elements> all;
  for (int64_t device = 0; device < boxes.size(); ++device)
    all.push_back(elementsOf(boxes[device]));
  return all;
}

size_t countMissing(const Elements &needed, const Elements &held) {
  return llvm::count_if(needed, [&](const auto &element) { return !held.count(element); });
}

/// By the coordinates outside of `over`: the groups, members in order of position.
std::vector<std::vector<size_t>> groupsOf(const DeviceGrid &grid, ArrayRef<int> over) {
  std::map<std::vector<int64_t>, std::vector<size_t>> groups;
  for (int64_t device = 0; device < grid.devices(); ++device) {
    std::vector<int64_t> others;
    for (int c = 0; c < static_cast<int>(grid.coordinates.size()); ++c)
      if (!llvm::is_contained(over, c))
        others.push_back(
            placeOn({grid.coordinates[c]}, grid.mesh, coordinatesAt(grid.mesh, device)));
    groups[others].push_back(static_cast<size_t>(device));
  }
  std::vector<std::vector<size_t>> all;
  for (const auto &[others, members] : groups)
    all.push_back(members);
  return all;
}

/// One pair of placements, and its move.
struct Pair {
  const DeviceGrid &grid;
  std::vector<Elements> held, needed;
  Move move;
};

/// Whether every device finds each element that it needs on exactly one member of its group.
bool fillsExactlyOnce(const Pair &pair, ArrayRef<int> over) {
  for (const auto &members : groupsOf(pair.grid, over))
    for (size_t device : members)
      for (const auto &element : pair.needed[device])
        if (llvm::count_if(members, [&](size_t m) { return pair.held[m].count(element) > 0; }) != 1)
          return false;
  return true;
}

/// Held boxes of a group do not overlap: a back end may send without asking who else does.
bool holdersAreApart(const Pair &pair) {
  for (const auto &members : groupsOf(pair.grid, pair.move.over)) {
    Elements seen;
    for (size_t device : members)
      for (const auto &element : pair.held[device])
        if (!seen.insert(element).second) return false;
  }
  return true;
}

bool finds(const Pair &pair, ArrayRef<int> over) {
  for (const auto &members : groupsOf(pair.grid, over))
    for (size_t device : members)
      for (const auto &element : pair.needed[device])
        if (llvm::none_of(members, [&](size_t m) { return pair.held[m].count(element) > 0; }))
          return false;
  return true;
}

/// Whether what the pattern's name says is what happens in every group.
bool isAsNamed(const Pair &pair) {
  for (const auto &members : groupsOf(pair.grid, pair.move.over)) {
    Elements all;
    size_t total = 0, wanted = 0, holders = 0;
    for (size_t m : members) {
      all.insert(pair.held[m].begin(), pair.held[m].end());
      total += pair.held[m].size();
      wanted += pair.needed[m].size();
      holders += !pair.held[m].empty();
    }
    for (size_t m : members) {
      const Elements &own = pair.needed[m];
      const bool isOnes = own.empty() || llvm::any_of(members, [&](size_t other) {
                            return own == pair.held[other];
                          });
      if (pair.move.pattern == Pattern::allGather && own != all) return false;
      if (pair.move.pattern == Pattern::permute && (!isOnes || wanted != total)) return false;
    }
    if (pair.move.pattern == Pattern::broadcast && holders > 1) return false;
    if (pair.move.pattern == Pattern::allToAll && wanted != total) return false;
  }
  return true;
}

double meanMissing(const Pair &pair) {
  size_t missing = 0;
  for (auto [needed, held] : llvm::zip_equal(pair.needed, pair.held))
    missing += countMissing(needed, held);
  return static_cast<double>(missing) / static_cast<double>(pair.held.size());
}

class Checker {
public:
  explicit Checker(const Case &of) : of(of), grid(gridOf(of.mesh, of.parts)) {}

  void check(const ShardBoxes &held, const ShardBoxes &needed, const std::string &names) {
    Pair pair{grid, elementsOf(held), elementsOf(needed), exchangeBetween(held, needed)};
    ++count;
    ++patterns[static_cast<int>(pair.move.pattern)];
    EXPECT_NEAR(pair.move.payload, meanMissing(pair), 1e-9) << names;
    EXPECT_EQ(pair.move.payload, pair.move.bound) << names;
    EXPECT_TRUE(holdersAreApart(pair)) << names;
    EXPECT_TRUE(fillsExactlyOnce(pair, pair.move.over)) << names;
    EXPECT_TRUE(isAsNamed(pair)) << names << ": pattern " << static_cast<int>(pair.move.pattern);
    for (size_t k = 0; k < pair.move.over.size(); ++k) {
      SmallVector<int, 2> fewer = pair.move.over;
      fewer.erase(fewer.begin() + k);
      EXPECT_FALSE(finds(pair, fewer)) << names << ": coordinate " << k << " is not needed";
    }
  }

  void report(const char *what) const {
    std::printf("%s: mesh %s, %lld pairs: gather %d, all-to-all %d, permute %d, broadcast %d, "
                "exchange %d\n",
                what, of.mesh.str().c_str(), static_cast<long long>(count), at(Pattern::allGather),
                at(Pattern::allToAll), at(Pattern::permute), at(Pattern::broadcast),
                at(Pattern::exchange));
  }

private:
  int at(Pattern pattern) const {
    const auto found = patterns.find(static_cast<int>(pattern));
    return found == patterns.end() ? 0 : found->second;
  }

  const Case &of;
  DeviceGrid grid;
  int64_t count = 0;
  std::map<int, int> patterns;
};

std::string namesOf(const Shape &shape, const Sharding &from, const Sharding &to,
                    const Mesh &mesh) {
  std::string text = "size";
  for (int64_t extent : shape)
    text += " " + std::to_string(extent);
  return text + ": " + str(from, mesh) + " to " + str(to, mesh) + " on " + mesh.str();
}

class Redistribution : public testing::TestWithParam<size_t> {
protected:
  const Case of = cases()[GetParam()];
  const DeviceGrid grid = gridOf(of.mesh, of.parts);

  /// Calls `visit(shape, from, to)` for every pair of shardings of every shape.
  template <typename Visit>
  void forEachPair(Visit visit) {
    for (const Shape &shape : shapes()) {
      const auto all = everySharding(of, shape.size());
      for (const Sharding &from : all)
        for (const Sharding &to : all)
          if (!HasFailure()) visit(shape, from, to);
    }
  }
};

TEST_P(Redistribution, MovesWhatIsMissingAndNothingElse) {
  Checker checker(of);
  forEachPair([&](const Shape &shape, const Sharding &from, const Sharding &to) {
    checker.check(boxesOf(from, shape, grid), boxesOf(to, shape, grid),
                  namesOf(shape, from, to, of.mesh));
  });
  checker.report("shardings");
}

TEST_P(Redistribution, MovesHalosAndShiftsToo) {
  Checker checker(of);
  forEachPair([&](const Shape &shape, const Sharding &from, const Sharding &to) {
    if (shape.empty() || from != to) return;
    for (auto [below, above] : {std::pair(1, 0), std::pair(1, 2), std::pair(-1, 1)}) {
      std::vector<Box> needed = listOf(to, shape, of.mesh);
      for (Box &box : needed) {
        if (isEmpty(box)) continue;
        box[0].lo = std::clamp<int64_t>(box[0].lo - below, 0, shape[0]);
        box[0].hi = std::clamp<int64_t>(box[0].hi + above, 0, shape[0]);
      }
      checker.check(boxesOf(from, shape, grid), boxesFrom(grid.places(), needed),
                    namesOf(shape, from, to, of.mesh) + " with a halo of " + std::to_string(below) +
                        " and " + std::to_string(above));
    }
  });
  checker.report("halos");
}

/// What a reduction within a group receives at least: of every element that anybody wants, one
/// device gets the others' parts, and whoever else wants it the sum.
double leastReceived(const DeviceGrid &grid, ArrayRef<int> over, ArrayRef<Elements> needed) {
  size_t received = 0;
  for (const auto &members : groupsOf(grid, over)) {
    std::map<std::pair<int64_t, int64_t>, size_t> wanting;
    for (size_t m : members)
      for (const auto &element : needed[m])
        ++wanting[element];
    for (const auto &[element, count] : wanting)
      received += members.size() - 1 + count - 1;
  }
  return static_cast<double>(received) / static_cast<double>(needed.size());
}

TEST_P(Redistribution, ReductionsReceiveTheBound) {
  int64_t count = 0, scatters = 0;
  forEachPair([&](const Shape &shape, const Sharding &from, const Sharding &to) {
    // Partial over the axes that the held sharding leaves free, or some of them.
    const unsigned coordinates = static_cast<unsigned>(grid.coordinates.size());
    for (unsigned subset = 1; subset < 1u << coordinates; ++subset) {
      SmallVector<int, 2> over;
      AxisList axes;
      for (unsigned c = 0; c < coordinates; ++c)
        if (subset >> c & 1) {
          over.push_back(static_cast<int>(c));
          axes.push_back(grid.coordinates[c]);
        }
      const auto used = from.used();
      if (llvm::any_of(axes, [&](const AxisRef &axis) { return overlaps(axis, used); })) continue;
      const ShardBoxes held = boxesOf(from, shape, grid), needed = boxesOf(to, shape, grid);
      if (!coversEverywhere(held, needed)) continue;
      const Move move = reductionTo(needed, over);
      ++count;
      scatters += move.pattern == Pattern::reduceScatter;
      const auto wanted = elementsOf(needed);
      const std::string names = namesOf(shape, from, to, of.mesh);
      EXPECT_EQ(move.over, over) << names;
      EXPECT_NEAR(move.payload, leastReceived(grid, over, wanted), 1e-9) << names;
      bool disjoint = true;
      for (const auto &members : groupsOf(grid, over)) {
        Elements seen;
        for (size_t m : members)
          for (const auto &element : wanted[m])
            disjoint &= seen.insert(element).second;
      }
      EXPECT_EQ(move.pattern, disjoint ? Pattern::reduceScatter : Pattern::allReduce) << names;
    }
  });
  std::printf("reductions: mesh %s, %lld pairs, %lld reduce-scatters\n", of.mesh.str().c_str(),
              static_cast<long long>(count), static_cast<long long>(scatters));
}

INSTANTIATE_TEST_SUITE_P(Meshes, Redistribution, testing::Range<size_t>(0, 8),
                         [](const auto &info) {
                           const Case of = cases()[info.param];
                           std::string name;
                           for (const MeshAxis &axis : of.mesh.axes)
                             name += (name.empty() ? "" : "x") + std::to_string(axis.size);
                           return name + (of.parts.size() > of.mesh.axes.size() ? "halves" : "");
                         });

} // namespace
