// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/sharding/notations/op_rule.h"

#include "gtest/gtest.h"

namespace shardc {
namespace {

using Shape = SmallVector<int64_t, 4>;

/// The rule with all sizes, or what is wrong with it.
std::string made(std::optional<WrittenRule> rule, NotationProblem problem,
                 const std::vector<Shape> &operands, const std::vector<Shape> &results) {
  if (!rule) return problem.what;
  const auto whole = ruleFor(*rule, operands, results, problem);
  return whole ? writtenText(*whole) : problem.what;
}
std::string rule(StringRef text, const std::vector<Shape> &operands,
                 const std::vector<Shape> &results) {
  NotationProblem problem;
  auto written = readRule(text, problem);
  return made(std::move(written), problem, operands, results);
}
std::string shardy(StringRef text, const std::vector<Shape> &operands,
                   const std::vector<Shape> &results) {
  NotationProblem problem;
  auto written = readShardyRule(text, problem);
  return made(std::move(written), problem, operands, results);
}

TEST(OpRule, HasAFactorForEveryDimension) {
  EXPECT_EQ(rule("i j, j k -> i k reduction={j}", {{2, 3}, {3, 4}}, {{2, 4}}),
            "i j, j k -> i k {i=2, j=3, k=4} reduction={j}");
}

TEST(OpRule, TakesCompoundsApart) {
  EXPECT_EQ(rule("b (h d), d k -> b h k reduction={d}", {{2, 12}, {4, 5}}, {{2, 3, 5}}),
            "b (h d), d k -> b h k {b=2, h=3, d=4, k=5} reduction={d}");
  EXPECT_EQ(rule("(a b) -> (a b) {a=2}", {{6}}, {{6}}), "(a b) -> (a b) {a=2, b=3}");
  EXPECT_EQ(
      rule("(a b) -> (a b)", {{6}}, {{6}}),
      "the sizes of factors 'a' and 'b' of dimension 0 of operand 0 have to be given, or of one "
      "of them");
  EXPECT_EQ(rule("(a b) -> (a b) {a=4}", {{6}}, {{6}}),
            "dimension 0 of operand 0 has 6 indices, and its factors in the rule make 4");
}

TEST(OpRule, HasGroupsOfDimensionsInFront) {
  EXPECT_EQ(rule("... n -> ... n need_replication={n}", {{2, 3, 8}}, {{2, 3, 8}}),
            "batch0 batch1 n -> batch0 batch1 n {batch0=2, batch1=3, n=8} need_replication={n}");
  EXPECT_EQ(
      rule("...1 n, ...2 -> ...1 ...2", {{2, 8}, {7}}, {{2, 8}}),
      "'...' comes first, and once, in a value, at character 22 of '...1 n, ...2 -> ...1 ...2'");
  EXPECT_EQ(
      rule("...1 n, ...2 m -> ...1 n m need_replication={batch2_0}", {{2, 8}, {7, 3}}, {{2, 8, 3}}),
      "batch1_0 n, batch2_0 m -> batch1_0 n m {batch1_0=2, n=8, batch2_0=7, m=3} "
      "need_replication={batch2_0}");
  EXPECT_EQ(rule("... n -> ... n", {{8}}, {{8}}), "n -> n {n=8}");
  EXPECT_EQ(rule("... n -> ... n", {{2, 8}}, {{3, 8}}),
            "'...' is [3] of result 0, and [2] of a value before it");
  EXPECT_EQ(rule("i ... -> i", {{2, 8}}, {{2}}),
            "'...' comes first, and once, in a value, at character 3 of 'i ... -> i'");
}

TEST(OpRule, OfAScalarIsNothing) {
  EXPECT_EQ(rule("i, -> i", {{2}, {}}, {{2}}), "i,  -> i {i=2}");
  EXPECT_EQ(rule("i -> reduction={i}", {{2}}, {{}}), "i ->  {i=2} reduction={i}");
}

TEST(OpRule, SaysWhereItIsWrong) {
  const std::vector<Shape> one = {{2}};
  EXPECT_EQ(rule("i", one, one), "expected '->' in front of the results, at character 2 of 'i'");
  EXPECT_EQ(rule("i -> i -> i", one, one),
            "expected the end of the rule, at character 8 of 'i -> i -> i'");
  EXPECT_EQ(rule("(i -> i", one, one), "expected a factor or ')', at character 4 of '(i -> i'");
  EXPECT_EQ(rule("(i) -> i", one, one),
            "brackets are around two factors or more, at character 4 of '(i) -> i'");
  EXPECT_EQ(rule("((i j)) -> i", one, one),
            "brackets do not stand in brackets, at character 2 of '((i j)) -> i'");
  EXPECT_EQ(rule("1i -> i", one, one),
            "a factor begins with a letter, and this with a digit, at character 1 of '1i -> i'");
  EXPECT_EQ(rule("i* -> i", one, one),
            "expected a factor, such as 'i', at character 2 of 'i* -> i'");
  EXPECT_EQ(rule("i -> i {i=0}", one, one),
            "a factor has a size of 1 or more, at character 12 of 'i -> i {i=0}'");
}

TEST(OpRule, HasToFitTheValues) {
  EXPECT_EQ(rule("i, j -> i", {{2}}, {{2}}), "the rule has 2 operands, and the op 1");
  EXPECT_EQ(rule("i j -> i", {{2}}, {{2}}), "the rule has 2 dimensions for operand 0, which has 1");
  EXPECT_EQ(rule("i -> i", {{2}}, {{3}}),
            "dimension 0 of result 0 has 3 indices, and its factors in the rule make 2");
  EXPECT_EQ(rule("i -> i {j=2}", {{2}}, {{2}}), "factor 'j' has a size, and is not in the rule");
  EXPECT_EQ(rule("i i -> i", {{2, 2}}, {{2}}), "factor 'i' is twice in operand 0");
}

TEST(OpRule, HasToSayWhatBecomesOfFactorsThatResultsLack) {
  EXPECT_EQ(rule("i j -> i", {{2, 3}}, {{2}}),
            "factor 'j' is in no result; say whether it is a \"reduction\", or needs replication");
  EXPECT_EQ(rule("i j -> i j, i", {{2, 3}}, {{2, 3}, {2}}),
            "factor 'j' is in some results alone; say whether it is a \"reduction\", or needs "
            "replication");
  EXPECT_EQ(rule("i -> i reduction={i}", {{2}}, {{2}}),
            "factor 'i' is a reduction, and a result has it");
  EXPECT_EQ(rule("i -> i reduction={k}", {{2}}, {{2}}), "factor 'k' is not in the rule");
  EXPECT_EQ(rule("i -> i reduction={i} need_replication={i}", {{2}}, {{2}}),
            "factor 'i' is of two kinds, or named twice");
  EXPECT_EQ(rule("i -> i permutation={i}", {{2}}, {{2}}), "i -> i {i=2} permutation={i}");
  EXPECT_EQ(rule("i j -> i permutation={i} permutation={j}", {{2, 2}}, {{2}}),
            "factor 'j' is in no result; say whether it is a \"reduction\", or needs replication");
  EXPECT_EQ(
      rule("(i j) -> i j {j=2} permutation={i}", {{4}}, {{2, 2}}),
      "factor 'i' is a permutation, and part of a dimension of an operand; give it a dimension "
      "of its own, or say \"need_replication\"");
}

TEST(OpRule, IsReadInShardysWords) {
  EXPECT_EQ(shardy("<([i, j], [j, k])->([i, k]) {i=8, j=12, k=16} need_replication={j}, custom>",
                   {{8, 12}, {12, 16}}, {{8, 16}}),
            "i j, j k -> i k {i=8, j=12, k=16} need_replication={j}");
  EXPECT_EQ(shardy("<([ij, z_1])->([i, j, z_1]) {i=2, j=3, z_1=4}>", {{6, 4}}, {{2, 3, 4}}),
            "(i j) z_1 -> i j z_1 {i=2, j=3, z_1=4}");
  EXPECT_EQ(
      shardy("<([i])->([i]) {i=2} blocked_propagation={i}>", {{2}}, {{2}}),
      "factors along which shardings are kept from flowing are not supported, at character 21 "
      "of '<([i])->([i]) {i=2} blocked_propagation={i}>'");
  EXPECT_EQ(
      shardy("<([m])->([i]) {i=2}>", {{2}}, {{2}}),
      "'m' is not made of factors that have sizes, at character 21 of '<([m])->([i]) {i=2}>'");
}

} // namespace
} // namespace shardc
