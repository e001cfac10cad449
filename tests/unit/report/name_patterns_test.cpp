// SPDX-License-Identifier: Apache-2.0
#include "codegen/report/name_patterns.h"

#include "gtest/gtest.h"

#include <vector>

namespace shardc::reports {
namespace {

std::string pattern(const std::vector<std::string> &names) { return patternOf(names); }

TEST(NamePattern, HasRangesOfTheNumbersThatDiffer) {
  EXPECT_EQ(pattern({"h"}), "h");
  EXPECT_EQ(pattern({"w1"}), "w1");
  EXPECT_EQ(pattern({"layers_0/k", "layers_1/k", "layers_2/k"}), "layers_{0..2}/k");
  EXPECT_EQ(pattern({"layers_10/k", "layers_9/k", "layers_11/k"}), "layers_{9..11}/k");
  EXPECT_EQ(pattern({"w1", "w2"}), "w{1,2}");
  EXPECT_EQ(pattern({"w1", "w3"}), "w{1,3}");
  EXPECT_EQ(pattern({"a0_1", "a0_2", "a1_1", "a1_2"}), "a{0,1}_{1,2}");
  EXPECT_EQ(pattern({"f32_0", "f32_1"}), "f32_{0,1}");
}

TEST(NamePattern, SaysOfManyNumbersTheFirstAndTheLast) {
  EXPECT_EQ(pattern({"a0", "a9", "a18", "a27", "a36"}), "a{0,9,...,36}");
  EXPECT_EQ(pattern({"a0", "a1", "a2", "a4"}), "a{0..2,4}");
  EXPECT_EQ(pattern({"a99999999999999999999999", "a0"}), "a{0,99999999999999999999999}");
}

TEST(NamePattern, IsOfNamesThatAreAlikeButForNumbers) {
  EXPECT_EQ(skeletonOf("layers_10/k2"), skeletonOf("layers_9/k0"));
  EXPECT_NE(skeletonOf("layers_1/k"), skeletonOf("layers_1/v"));
  EXPECT_NE(skeletonOf("w"), skeletonOf("w1"));
}

TEST(Path, IsMadeOfNamesOfJax) {
  EXPECT_EQ(pathOf("p['params']['Dense_0']['kernel']"), "p/params/Dense_0/kernel");
  EXPECT_EQ(pathOf("opt[0].mu['w']"), "opt/0/mu/w");
  EXPECT_EQ(pathOf("model.w"), "model.w");
}

TEST(Path, EndsWithItsLastParts) {
  EXPECT_EQ(endOfPath("p/params/Dense_0/kernel"), "params/Dense_0/kernel");
  EXPECT_EQ(endOfPath("a/b"), "a/b");
  EXPECT_EQ(endOfPath("x"), "x");
  EXPECT_EQ(endOfPath("/x/y/z"), "x/y/z");
}

TEST(Shortened, LeavesOutTheMiddle) {
  EXPECT_EQ(shortened("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(shortened("abcdefghijklm", 10), "ab...ijklm");
}

} // namespace
} // namespace shardc::reports
