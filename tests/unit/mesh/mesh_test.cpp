// SPDX-License-Identifier: Apache-2.0
// The algebra of axes, compared with what it means: the place of every device on a list of axes.
#include "analysis/device_grid.h"
#include "frontend/ir/mesh.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace shardc;
using llvm::ArrayRef;

namespace {

Mesh meshOf(std::vector<int64_t> sizes) {
  Mesh mesh;
  for (size_t axis = 0; axis < sizes.size(); ++axis)
    mesh.axes.push_back({std::string(1, static_cast<char>('x' + axis)), sizes[axis]});
  return mesh;
}

/// Every part of every axis.
std::vector<AxisRef> everyPart(const Mesh &mesh) {
  std::vector<AxisRef> parts;
  for (int axis = 0; axis < static_cast<int>(mesh.axes.size()); ++axis)
    for (int64_t before = 1; before <= mesh.axes[axis].size; ++before)
      for (int64_t size = 2; before * size <= mesh.axes[axis].size; ++size)
        if (mesh.axes[axis].size % (before * size) == 0) parts.push_back({axis, before, size});
  return parts;
}

/// The places of all devices on a list.
std::vector<int64_t> placesOn(ArrayRef<AxisRef> list, const Mesh &mesh) {
  std::vector<int64_t> places;
  for (int64_t device = 0; device < mesh.devices(); ++device)
    places.push_back(placeOn(list, mesh, coordinatesAt(mesh, device)));
  return places;
}

std::vector<int64_t> dividedBy(std::vector<int64_t> places, int64_t divisor) {
  for (int64_t &place : places)
    place /= divisor;
  return places;
}

/// Whether every pair of places occurs: the lists have nothing in common.
bool areIndependent(ArrayRef<AxisRef> a, ArrayRef<AxisRef> b, const Mesh &mesh) {
  std::set<std::pair<int64_t, int64_t>> seen;
  const auto x = placesOn(a, mesh), y = placesOn(b, mesh);
  for (size_t device = 0; device < x.size(); ++device)
    seen.insert({x[device], y[device]});
  return static_cast<int64_t>(seen.size()) == product(a) * product(b);
}

bool isPart(const AxisRef &part, const Mesh &mesh) {
  return part.before >= 1 && part.size >= 2 &&
         mesh.axes[part.axis].size % (part.before * part.size) == 0;
}

/// Parts of the mesh, none of size 1, none that could be joined with the next.
bool isCanonical(ArrayRef<AxisRef> list, const Mesh &mesh) {
  for (size_t k = 0; k < list.size(); ++k) {
    if (!isPart(list[k], mesh)) return false;
    if (k > 0 && list[k].axis == list[k - 1].axis &&
        list[k].before == list[k - 1].before * list[k - 1].size)
      return false;
  }
  return true;
}

/// Lists of up to three parts that do not overlap.
std::vector<AxisList> someLists(const Mesh &mesh) {
  std::vector<AxisList> lists = {{}}, all = {{}};
  for (int length = 0; length < 3; ++length) {
    std::vector<AxisList> longer;
    for (const AxisList &list : lists)
      for (const AxisRef &part : everyPart(mesh)) {
        if (overlaps(part, list)) continue;
        AxisList more = list;
        append(more, part);
        if (!llvm::is_contained(all, more)) {
          longer.push_back(more);
          all.push_back(more);
        }
      }
    lists = std::move(longer);
  }
  return all;
}

const std::vector<Mesh> &meshes() {
  static const std::vector<Mesh> all = {meshOf({2}),    meshOf({6}),      meshOf({8}),
                                        meshOf({12}),   meshOf({2, 3}),   meshOf({4, 2}),
                                        meshOf({2, 6}), meshOf({2, 2, 2})};
  return all;
}

std::string text(ArrayRef<AxisRef> list, const Mesh &mesh) { return "{" + str(list, mesh) + "}"; }

TEST(Mesh, PositionsAreRowMajorOverTheAxes) {
  const Mesh mesh = meshOf({2, 3});
  EXPECT_EQ(mesh.devices(), 6);
  EXPECT_EQ(coordinatesAt(mesh, 4), (llvm::SmallVector<int64_t, 4>{1, 1}));
  EXPECT_EQ(placesOn({wholeAxis(mesh, 0)}, mesh), (std::vector<int64_t>{0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(placesOn({wholeAxis(mesh, 1), wholeAxis(mesh, 0)}, mesh),
            (std::vector<int64_t>{0, 2, 4, 1, 3, 5}));
  EXPECT_EQ(placesOn({}, mesh), (std::vector<int64_t>(6, 0)));
}

TEST(Mesh, PartOfAnAxisIsADigitOfItsCoordinate) {
  const Mesh mesh = meshOf({12});
  for (const AxisRef &part : everyPart(mesh)) {
    std::vector<int64_t> digits;
    for (int64_t coordinate = 0; coordinate < 12; ++coordinate)
      digits.push_back(coordinate / (12 / part.before / part.size) % part.size);
    EXPECT_EQ(placesOn({part}, mesh), digits) << str(part, mesh);
  }
}

TEST(Mesh, PartsThatDoNotOverlapAreIndependent) {
  int64_t pairs = 0;
  for (const Mesh &mesh : meshes())
    for (const AxisRef &a : everyPart(mesh))
      for (const AxisRef &b : everyPart(mesh)) {
        ++pairs;
        const bool independent = areIndependent({a}, {b}, mesh);
        if (!overlaps(a, b)) EXPECT_TRUE(independent) << str(a, mesh) << " " << str(b, mesh);
        // Parts of one chain, which is what one mesh may use together: exactly those.
        std::vector<int64_t> ends = {a.before, a.before * a.size, b.before, b.before * b.size};
        std::sort(ends.begin(), ends.end());
        const bool nest =
            ends[1] % ends[0] == 0 && ends[2] % ends[1] == 0 && ends[3] % ends[2] == 0;
        if (a.axis == b.axis && nest)
          EXPECT_EQ(overlaps(a, b), !independent) << str(a, mesh) << " " << str(b, mesh);
      }
  std::printf("overlaps: %lld pairs of parts\n", static_cast<long long>(pairs));
}

TEST(Mesh, AppendedPartIsTheNextDigit) {
  int64_t cases = 0;
  for (const Mesh &mesh : meshes())
    for (const AxisList &list : someLists(mesh))
      for (const AxisRef &part : everyPart(mesh)) {
        if (overlaps(part, list)) continue;
        ++cases;
        AxisList longer = list;
        append(longer, part);
        const auto first = placesOn(list, mesh), last = placesOn({part}, mesh);
        std::vector<int64_t> expected;
        for (size_t device = 0; device < first.size(); ++device)
          expected.push_back(first[device] * part.size + last[device]);
        EXPECT_EQ(placesOn(longer, mesh), expected) << text(longer, mesh);
        EXPECT_EQ(product(longer), product(list) * part.size);
        EXPECT_TRUE(isCanonical(longer, mesh)) << text(longer, mesh);
      }
  std::printf("append: %lld cases\n", static_cast<long long>(cases));
}

TEST(Mesh, NeighbouringPartsAreJoinedInOrderOnly) {
  const Mesh mesh = meshOf({8});
  AxisList list = {{0, 1, 2}};
  append(list, {0, 2, 2});
  EXPECT_EQ(str(ArrayRef<AxisRef>(list), mesh), "x:(1)4");
  append(list, {0, 4, 2});
  EXPECT_EQ(str(ArrayRef<AxisRef>(list), mesh), "x");
  AxisList reversed = {{0, 2, 2}};
  append(reversed, {0, 1, 2});
  EXPECT_EQ(str(ArrayRef<AxisRef>(reversed), mesh), "x:(2)2, x:(1)2");
}

TEST(Mesh, CommonPrefixIsTheFinestPartitionThatBothRefine) {
  int64_t cases = 0;
  for (const Mesh &mesh : meshes()) {
    const auto lists = someLists(mesh);
    for (size_t k = 0; k < lists.size() * lists.size(); k += 1 + lists.size() / 40) {
      const AxisList &a = lists[k / lists.size()], &b = lists[k % lists.size()];
      ++cases;
      const AxisList common = commonPrefix(a, b);
      int64_t most = 1;
      for (int64_t parts = 1; parts <= std::gcd(product(a), product(b)); ++parts)
        if (product(a) % parts == 0 && product(b) % parts == 0 &&
            dividedBy(placesOn(a, mesh), product(a) / parts) ==
                dividedBy(placesOn(b, mesh), product(b) / parts))
          most = parts;
      const std::string both = text(a, mesh) + " " + text(b, mesh);
      EXPECT_EQ(product(common), most) << both;
      EXPECT_EQ(placesOn(common, mesh), dividedBy(placesOn(a, mesh), product(a) / most)) << both;
      EXPECT_TRUE(isCanonical(common, mesh)) << both;
      EXPECT_EQ(commonPrefix(b, a), common) << both;
      EXPECT_EQ(isPrefix(a, b), most == product(a)) << both;
    }
  }
  std::printf("commonPrefix: %lld pairs of lists\n", static_cast<long long>(cases));
}

TEST(Mesh, PrefixAndRestMakeTheList) {
  int64_t cases = 0;
  for (const Mesh &mesh : meshes()) {
    const auto lists = someLists(mesh);
    for (const AxisList &prefix : lists)
      for (const AxisList &list : lists) {
        if (!isPrefix(prefix, list)) continue;
        ++cases;
        const AxisList rest = withoutPrefix(list, prefix);
        const auto first = placesOn(prefix, mesh), last = placesOn(rest, mesh);
        std::vector<int64_t> made;
        for (size_t device = 0; device < first.size(); ++device)
          made.push_back(first[device] * product(rest) + last[device]);
        EXPECT_EQ(made, placesOn(list, mesh)) << text(list, mesh) << " - " << text(prefix, mesh);
        EXPECT_TRUE(isCanonical(rest, mesh));
        AxisList again = prefix;
        for (const AxisRef &axis : rest)
          append(again, axis);
        EXPECT_EQ(again, list);
      }
  }
  std::printf("withoutPrefix: %lld cases\n", static_cast<long long>(cases));
}

/// Every list that `list` begins with.
std::vector<AxisList> prefixesOf(ArrayRef<AxisRef> list) {
  std::vector<AxisList> all = {{}};
  AxisList before;
  for (const AxisRef &axis : list) {
    for (int64_t size = 2; size <= axis.size; ++size) {
      if (axis.size % size != 0) continue;
      all.push_back(before);
      append(all.back(), {axis.axis, axis.before, size});
    }
    append(before, axis);
  }
  return all;
}

TEST(Mesh, PrefixWithoutIsTheLongestThatOverlapsNothing) {
  int64_t cases = 0;
  for (const Mesh &mesh : meshes()) {
    const auto lists = someLists(mesh);
    for (size_t k = 0; k < lists.size() * lists.size(); k += 1 + lists.size() / 40) {
      const AxisList &list = lists[k / lists.size()], &taken = lists[k % lists.size()];
      AxisList both = list;
      both.append(taken.begin(), taken.end());
      const bool nest = gridOf(mesh, both).has_value();
      ++cases;
      const AxisList prefix = prefixWithout(list, taken);
      const std::string names = text(list, mesh) + " without " + text(taken, mesh);
      EXPECT_TRUE(isPrefix(prefix, list)) << names;
      EXPECT_TRUE(areIndependent(prefix, taken, mesh)) << names;
      int64_t longest = 1;
      for (const AxisList &one : prefixesOf(list)) {
        AxisList used = one;
        used.append(taken.begin(), taken.end());
        if (gridOf(mesh, used) && areIndependent(one, taken, mesh))
          longest = std::max(longest, product(one));
      }
      if (nest) EXPECT_EQ(product(prefix), longest) << names;
    }
  }
  std::printf("prefixWithout: %lld pairs of lists\n", static_cast<long long>(cases));
}

TEST(Mesh, WithoutKeepsWholePartsThatNothingOverlaps) {
  const Mesh mesh = meshOf({8, 2});
  const AxisList list = {{0, 1, 2}, {1, 1, 2}, {0, 4, 2}};
  EXPECT_EQ(text(without(list, {{0, 1, 4}}), mesh), "{y, x:(4)2}");
  EXPECT_EQ(text(without(list, {{1, 1, 2}, {0, 2, 2}}), mesh), "{x:(1)2, x:(4)2}");
  EXPECT_EQ(text(without({{0, 1, 8}}, {{0, 4, 2}}), mesh), "{}");
}

TEST(Mesh, TakenAxesDivideAndTheRestFollows) {
  int64_t cases = 0;
  for (const Mesh &mesh : meshes())
    for (const AxisList &list : someLists(mesh))
      for (int64_t size = 1; size <= 24; ++size) {
        ++cases;
        AxisList rest = list;
        const AxisList taken = takeDividing(rest, size);
        const std::string names = text(list, mesh) + " from " + std::to_string(size);
        EXPECT_EQ(size % product(taken), 0) << names;
        EXPECT_TRUE(isPrefix(taken, list)) << names;
        EXPECT_EQ(rest, withoutPrefix(list, taken)) << names;
        // Nothing more of the next axis divides what is left.
        if (!rest.empty())
          EXPECT_EQ(std::gcd(rest.front().size, size / product(taken)), 1) << names;
      }
  std::printf("takeDividing: %lld cases\n", static_cast<long long>(cases));
}

TEST(Grid, CutsAxesWhereAnyPartBeginsOrEnds) {
  const Mesh mesh = meshOf({8, 3});
  const auto grid = gridOf(mesh, {{0, 2, 2}});
  ASSERT_TRUE(grid);
  EXPECT_EQ(text(grid->coordinates, mesh), "{x:(1)2, x:(2)2, x:(4)2, y}");
  EXPECT_EQ(coordinatesOf(AxisList{{0, 2, 4}}, *grid), (llvm::SmallVector<int, 2>{1, 2}));
  EXPECT_FALSE(gridOf(meshOf({6}), {{0, 1, 2}, {0, 1, 3}}));
}

TEST(Grid, CoordinatesAreExactlyTheUsedParts) {
  int64_t cases = 0, refused = 0;
  for (const Mesh &mesh : meshes())
    for (const AxisList &used : someLists(mesh)) {
      ++cases;
      const auto grid = gridOf(mesh, used);
      if (!grid) {
        ++refused;
        continue;
      }
      EXPECT_EQ(product(grid->coordinates), mesh.devices());
      std::vector<int64_t> positions(mesh.devices());
      std::iota(positions.begin(), positions.end(), 0);
      EXPECT_EQ(placesOn(grid->coordinates, mesh), positions);
      for (const AxisRef &part : used) {
        AxisList of;
        for (int coordinate : coordinatesOf(part, *grid))
          append(of, grid->coordinates[coordinate]);
        EXPECT_EQ(of, AxisList{part}) << text(used, mesh);
      }
    }
  std::printf("gridOf: %lld lists, %lld do not nest\n", static_cast<long long>(cases),
              static_cast<long long>(refused));
}

} // namespace
