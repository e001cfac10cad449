// SPDX-License-Identifier: Apache-2.0
// The algebra of axes, compared with what it means: the place of every device on a list of axes.
#include "tests/unit/mesh/parts.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <numeric>

using namespace shardc;
using namespace shardc::test;

namespace {

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
  int64_t pairs = 0, apart = 0;
  for (const Mesh &mesh : meshes())
    for (const AxisRef &a : everyPart(mesh))
      for (const AxisRef &b : everyPart(mesh)) {
        ++pairs;
        apart += !nest(a, b);
        const bool free = nest(a, b) && areIndependent({a}, {b}, mesh);
        EXPECT_EQ(overlaps(a, b), !free) << str(a, mesh) << " " << str(b, mesh);
      }
  std::printf("overlaps: %lld pairs of parts, %lld do not nest\n", static_cast<long long>(pairs),
              static_cast<long long>(apart));
}

TEST(Mesh, PartsNestWhereOneCutHasBoth) {
  EXPECT_TRUE(nest({0, 1, 2}, {0, 1, 6}));
  EXPECT_TRUE(nest({0, 1, 4}, {0, 2, 6}));
  EXPECT_TRUE(nest({0, 1, 2}, {1, 1, 3}));
  EXPECT_FALSE(nest({0, 1, 2}, {0, 1, 3}));
  EXPECT_FALSE(nest({0, 1, 2}, {0, 3, 2}));
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
      ++cases;
      const AxisList prefix = prefixWithout(list, taken);
      const std::string names = text(list, mesh) + " without " + text(taken, mesh);
      EXPECT_TRUE(isPrefix(prefix, list)) << names;
      EXPECT_TRUE(areIndependent(prefix, taken, mesh)) << names;
      int64_t longest = 1;
      for (const AxisList &one : prefixesOf(list)) {
        const bool free =
            llvm::none_of(one, [&](const AxisRef &axis) { return overlaps(axis, taken); });
        if (free) longest = std::max(longest, product(one));
      }
      EXPECT_EQ(product(prefix), longest) << names;
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

} // namespace
