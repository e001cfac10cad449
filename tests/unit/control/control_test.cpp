// SPDX-License-Identifier: Apache-2.0
// Loops and branches: what they compute.
#include "tests/unit/control/loops.h"

namespace shardc::test {
namespace {

using Numbers = std::vector<double>;

/// The outputs of a program, one after the other.
Numbers valuesFor(const std::string &program, ArrayRef<Numbers> inputs, bool fuse = true) {
  const Compiled c = compile(program, "", fuse);
  EXPECT_TRUE(c.plan) << c.messages();
  if (!c.plan) return {};
  std::vector<HostTensor> given;
  for (auto [type, values] : llvm::zip(c.plan->inputs, inputs))
    given.push_back(tensor(type.type, values));
  Numbers all;
  for (const HostTensor &output : runOn(*c.plan, given))
    llvm::append_range(all, valuesOf(output));
  return all;
}

TEST(Loop, RunsWhileItsConditionHolds) {
  const std::string doubled =
      loopOver("x", "n", R"({"name": "w", "op": "add", "in": ["v", "v"]})", "w");
  EXPECT_EQ(valuesFor(doubled, {{1, 2, 3}, {3}}), (Numbers{8, 16, 24}));
  EXPECT_EQ(valuesFor(doubled, {{1, 2, 3}, {0}}), (Numbers{1, 2, 3}));
  EXPECT_EQ(valuesFor(doubled, {{1, 2, 3}, {3}}, false), (Numbers{8, 16, 24}));
}

TEST(Loop, RunsAsOftenAsItCounts) {
  const std::string doubled =
      loopOver("x", "4", R"({"name": "w", "op": "add", "in": ["v", "v"]})", "w");
  EXPECT_EQ(valuesFor(doubled, {{1, 2, 3}, {0}}), (Numbers{16, 32, 48}));
  const std::string never =
      loopOver("x", "-2", R"({"name": "w", "op": "add", "in": ["v", "v"]})", "w");
  EXPECT_EQ(valuesFor(never, {{1, 2, 3}, {0}}), (Numbers{1, 2, 3}));
}

TEST(Loop, ReadsWhatItHadBeforeWhereItMovesElements) {
  const std::string rolled = loopOver("x", "n", R"(
      {"name": "a", "op": "slice", "in": ["v"], "start_indices": [1], "limit_indices": [3]},
      {"name": "b", "op": "slice", "in": ["v"], "start_indices": [0], "limit_indices": [1]},
      {"name": "w", "op": "concatenate", "in": ["a", "b"], "dimension": 0})",
                                      "w");
  EXPECT_EQ(valuesFor(rolled, {{1, 2, 3}, {4}}), (Numbers{2, 3, 1}));
}

/// a and b change places n times, and c takes what a was.
TEST(Loop, CarriesAllAtOnce) {
  const std::string program = programOf(R"(
    {"name": "y", "op": "negate", "in": ["x"]},
    {"name": ["i", "a", "b", "c"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, "x", "y", "x"],
     "cond": {"inputs": ["i", "a", "b", "c"], "outputs": ["more"], "ops": [
       {"name": "more", "op": "compare", "in": ["i", "n"], "comparison_direction": "LT"}]},
     "body": {"inputs": ["i", "a", "b", "c"], "outputs": ["j", "b", "a", "a"], "ops": [
       {"name": "j", "op": "add", "in": ["i", 1]}]}})",
                                        R"("a", "b", "c", "i")");
  EXPECT_EQ(valuesFor(program, {{1, 2, 3}, {3}}), (Numbers{-1, -2, -3, 1, 2, 3, 1, 2, 3, 3}));
  EXPECT_EQ(valuesFor(program, {{1, 2, 3}, {0}}), (Numbers{1, 2, 3, -1, -2, -3, 1, 2, 3, 0}));
}

/// Doubles twice in every trip of the outer loop, which adds one.
TEST(Loop, MayHoldLoops) {
  const std::string inner =
      loop("in", "v", "2", R"({"name": "d", "op": "add", "in": ["u", "u"]})", "u", "d");
  const std::string program =
      loopOver("x", "n", inner + R"(, {"name": "w", "op": "add", "in": ["in", 1]})", "w");
  EXPECT_EQ(valuesFor(program, {{1, 2, 3}, {2}}), (Numbers{21, 37, 53}));
  EXPECT_EQ(valuesFor(program, {{1, 2, 3}, {2}}, false), (Numbers{21, 37, 53}));
}

TEST(Loop, GivesWhatItGaveToAnother) {
  const std::string first =
      loop("a", "x", "3", R"({"name": "d", "op": "add", "in": ["u", "u"]})", "u", "d");
  const std::string second =
      loop("b", "a", "n", R"({"name": "d", "op": "add", "in": ["u", "a"]})", "u", "d");
  EXPECT_EQ(valuesFor(programOf(first + ", " + second, R"("a", "b")"), {{1, 2, 3}, {2}}),
            (Numbers{8, 16, 24, 24, 48, 72}));
}

TEST(Loop, KeepsWhatItDoesNotChangeOutside) {
  const Compiled c = compile(programOf(R"(
    {"name": ["i", "a", "b"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, "x", "x"],
     "cond": {"inputs": ["i", "a", "b"], "outputs": ["more"], "ops": [
       {"name": "more", "op": "compare", "in": ["i", "n"], "comparison_direction": "LT"}]},
     "body": {"inputs": ["i", "a", "b"], "outputs": ["j", "a", "s"], "ops": [
       {"name": "s", "op": "add", "in": ["a", "b"]},
       {"name": "j", "op": "add", "in": ["i", 1]}]}})",
                                       R"("b")"),
                             "");
  ASSERT_TRUE(c.plan) << c.messages();
  for (const Buffer &buffer : c.plan->functions[0].buffers)
    EXPECT_NE(buffer.value, "a");
}

std::string caseOf(const std::string &branches) {
  return programOf(R"({"name": "y", "op": "case", "in": ["n"], "branches": [)" + branches + "]}",
                   R"("y")");
}

TEST(Branch, IsPickedByNumberAndElseTheLast) {
  const std::string minus = R"({"inputs": [], "ops": [{"name": "a", "op": "negate", "in": ["x"]}],
    "outputs": ["a"]})";
  const std::string twice = R"({"inputs": [], "ops": [{"name": "a", "op": "add", "in": ["x", "x"]}],
    "outputs": ["a"]})";
  const std::string same = R"({"inputs": [], "outputs": ["x"]})";
  const std::string three = caseOf(minus + "," + twice + "," + same);
  const Numbers x = {1, 2, 3}, negative = {-1, -2, -3}, doubled = {2, 4, 6};
  EXPECT_EQ(valuesFor(three, {x, {0}}), negative);
  EXPECT_EQ(valuesFor(three, {x, {1}}), doubled);
  EXPECT_EQ(valuesFor(three, {x, {2}}), x);
  EXPECT_EQ(valuesFor(three, {x, {3}}), x);
  EXPECT_EQ(valuesFor(three, {x, {-1}}), x);
  EXPECT_EQ(valuesFor(caseOf(minus), {x, {7}}), negative);
}

TEST(Branch, IsPickedByATruth) {
  const std::string program = programOf(R"(
    {"name": "y", "op": "if", "in": [{"op": "compare", "in": ["n", 2], "comparison_direction": "LT"}],
     "true_branch": {"inputs": [], "outputs": ["x"]},
     "false_branch": {"inputs": [], "outputs": ["z"], "ops": [
       {"name": "z", "op": "negate", "in": ["x"]}]}})",
                                        R"("y")");
  EXPECT_EQ(valuesFor(program, {{1, 2, 3}, {1}}), (Numbers{1, 2, 3}));
  EXPECT_EQ(valuesFor(program, {{1, 2, 3}, {2}}), (Numbers{-1, -2, -3}));
}

TEST(Branch, MayStandInALoop) {
  const std::string program = loopOver("x", "n", R"(
      {"name": "w", "op": "case", "in": ["i"], "branches": [
        {"inputs": [], "outputs": ["v"]},
        {"inputs": [], "outputs": ["d"], "ops": [{"name": "d", "op": "add", "in": ["v", "v"]}]},
        {"inputs": [], "outputs": ["d"], "ops": [{"name": "d", "op": "add", "in": ["v", 1]}]}]})",
                                       "w");
  EXPECT_EQ(valuesFor(program, {{1, 2, 3}, {4}}), (Numbers{4, 6, 8}));
}

TEST(Regions, MayNotUseNamesThatNobodyGives) {
  const Compiled c =
      compile(loopOver("x", "n", R"({"name": "w", "op": "add", "in": ["v", "q"]})", "w"), "");
  EXPECT_EQ(c.ids(), std::vector<std::string>{"unknown-value"});
}

TEST(Regions, AreListsOnlyWhereTheOpTakesAny) {
  const Compiled c = compile(
      programOf(
          R"({"name": "y", "op": "case", "in": ["n"], "branches": {"inputs": [], "outputs": ["x"]}})",
          R"("y")"),
      "");
  EXPECT_EQ(c.ids(), std::vector<std::string>{"wrong-region"}) << c.messages();
  const Compiled none =
      compile(programOf(R"({"name": "y", "op": "case", "in": ["n"]})", R"("y")"), "");
  EXPECT_EQ(none.ids(), std::vector<std::string>{"missing-attribute"}) << none.messages();
}

TEST(Regions, UsedInACircleAreAnError) {
  const Compiled c = compile(programOf(R"(
    {"name": "z", "op": "negate", "in": ["y"]},
    {"name": "y", "op": "case", "in": ["n"], "branches": [{"inputs": [], "outputs": ["z"]}]})",
                                       R"("y")"),
                             "");
  EXPECT_EQ(c.ids(), std::vector<std::string>{"cycle"}) << c.messages();
}

TEST(Regions, NeedTypesForNumbersThatAreCarried) {
  const Compiled c = compile(programOf(R"(
    {"name": "y", "op": "while", "in": [0],
     "cond": {"inputs": ["a"], "outputs": ["a"]}, "body": {"inputs": ["a"], "outputs": ["a"]}})",
                                       R"("y")"),
                             "");
  EXPECT_EQ(c.ids(), std::vector<std::string>{"untyped-literal"}) << c.messages();
}

TEST(Control, WhatComesAfterALoopOfNoTripsIsDoneOnce) {
  const Compiled c = compile(R"(sdy.mesh @mesh = <["a"=2]>
func.func public @main(%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>})
    -> (tensor<6xf32>, tensor<4x6xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %l:2 = stablehlo.while(%k = %zero, %v = %x) : tensor<i32>, tensor<4x6xf32>
  cond {
    %c = stablehlo.compare LT, %k, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %k2 = stablehlo.add %k, %one : tensor<i32>
    %v2 = stablehlo.tanh %v : tensor<4x6xf32>
    stablehlo.return %k2, %v2 : tensor<i32>, tensor<4x6xf32>
  }
  %s = stablehlo.reduce(%x init: %f) applies stablehlo.add across dimensions = [0]
      : (tensor<4x6xf32>, tensor<f32>) -> tensor<6xf32>
  return %s, %l#1 : tensor<6xf32>, tensor<4x6xf32>
})",
                             R"({"shardc": 1, "kind": "sharding"})");
  ASSERT_TRUE(c.plan) << c.messages();
  ASSERT_EQ(c.plan->functions[0].collectives.size(), 1u);
  EXPECT_EQ(c.plan->functions[0].collectives[0].times, 1);
}

} // namespace
} // namespace shardc::test
