// SPDX-License-Identifier: Apache-2.0
// Why data moves, in words of the program.
#include "codegen/report/causes.h"

#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc {
namespace {

/// What each collective of a program is for, a line each.
std::string causesOf(llvm::StringRef inputs, llvm::StringRef ops, llvm::StringRef outputs,
                     llvm::StringRef shardings) {
  const std::string program = (R"({"shardc": 1, "kind": "program", "inputs": [)" + inputs +
                               R"(], "ops": [)" + ops + R"(], "outputs": [)" + outputs + "]}")
                                  .str();
  const std::string config =
      (R"({"shardc": 1, "kind": "sharding", "mesh": "a=2, b=2", )" + shardings + "}").str();
  const test::Compiled compiled = test::compile(program, config);
  EXPECT_TRUE(compiled.plan) << compiled.messages();
  std::string lines;
  for (const Collective &collective : compiled.plan->functions.front().collectives)
    lines += reports::causeText(collective.cause) + "\n";
  return lines;
}

constexpr const char *kMatrices = R"({"name": "x", "shape": [8, 8], "dtype": "f32"},
                                     {"name": "w", "shape": [8, 8], "dtype": "f32"})";

TEST(Cause, OfAReductionIsWhatItSumsOver) {
  EXPECT_EQ(causesOf(kMatrices, R"({"name": "y", "op": "matmul", "in": ["x", "w"]})", R"("y")",
                     R"("inputs": {"x": [null, "a"], "w": ["a"]}, "outputs": {"y": []})"),
            "dot_general sums over dimension 1 of x and 0 of w, split over a\n");
}

TEST(Cause, OfPartsThatAreAddedUpFirstIsWhereTheyBegin) {
  EXPECT_EQ(causesOf(kMatrices,
                     R"({"name": "y", "op": "matmul", "in": ["x", "w"]},
                        {"name": "z", "op": "negate", "in": ["y"]})",
                     R"("z")", R"("inputs": {"x": [null, "a"], "w": ["a"]}, "outputs": {"z": []})"),
            "dot_general sums over dimension 1 of x and 0 of w, split over a\n");
}

TEST(Cause, OfAMaximumIsWhatItReducesOver) {
  EXPECT_EQ(causesOf(kMatrices, R"({"name": "y", "op": "max_of", "in": ["x"], "dimensions": [0]})",
                     R"("y", "w")", R"("inputs": {"x": ["b"]}, "outputs": {"y": []})"),
            "reduce combines over dimension 0 of x, split over b\n");
}

TEST(Cause, OfAGatherIsWhoNeedsTheWhole) {
  EXPECT_EQ(causesOf(kMatrices, R"({"name": "y", "op": "matmul", "in": ["x", "w"]})", R"("y")",
                     R"("inputs": {"x": ["a"], "w": [null, "b"]}, "outputs": {"y": ["a"]})"),
            "return needs all of dimension 1 of y, split over b\n");
}

TEST(Cause, OfWhatALoopCarriesIsWhoReadsIt) {
  EXPECT_EQ(
      causesOf(
          std::string(kMatrices) + R"(, {"name": "v", "shape": [8, 8], "dtype": "f32"})",
          R"({"name": ["n", "z"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, "x"],
                         "cond": {"inputs": ["i", "h"], "outputs": ["more"],
                                  "ops": [{"name": "more", "op": "compare", "in": ["i", 2],
                                           "comparison_direction": "LT"}]},
                         "body": {"inputs": ["i", "h"], "outputs": ["next", "t"],
                                  "ops": [{"name": "s", "op": "add", "in": ["v", "w"]},
                                          {"name": "t", "op": "add", "in": ["s", "w"]},
                                          {"name": "next", "op": "add", "in": ["i", 1]}]}},
                        {"name": "q", "op": "tanh", "in": ["z"]})",
          R"("q")",
          R"("inputs": {"x": ["a"], "w": [null, "a"], "v": [null, "a"]}, "outputs": {"q": ["a"]})"),
      "tanh needs all of dimension 1 of n/body/t, split over a\n");
}

TEST(Cause, OfWhatALoopBeginsAsAConstantOfSeveralNumbers) {
  const test::Compiled c = test::compile(
      R"(func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
           %none = stablehlo.constant dense<0.0> : tensor<f32>
           %first = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
           %r = stablehlo.while(%a = %first) : tensor<2xf32>
             cond {
               %most = stablehlo.constant dense<9.0> : tensor<f32>
               %s = stablehlo.reduce(%a init: %none) applies stablehlo.add across dimensions = [0]
                 : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
               %p = stablehlo.compare LT, %s, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
               stablehlo.return %p : tensor<i1>
             } do {
               %b = stablehlo.add %a, %x : tensor<2xf32>
               stablehlo.return %b : tensor<2xf32>
             }
           return %r : tensor<2xf32>
         })",
      R"({"shardc": 1, "kind": "sharding", "mesh": "a=2", "outputs": [["a"]]})");
  ASSERT_TRUE(c.plan) << c.messages();
  bool isTold = false;
  for (const Function &function : c.plan->functions)
    for (const Collective &collective : function.collectives)
      isTold |= reports::causeText(collective.cause).find("reduce sums over dimension 0 of") == 0;
  EXPECT_TRUE(isTold);
}

TEST(Cause, OfAnOutputOfAnotherNameIsThatOutput) {
  const test::Compiled c = test::compile(
      R"({"shardc": 1, "kind": "program", "inputs": [{"name": "x", "shape": [8], "dtype": "f32"}],
          "ops": [{"name": "y", "op": "tanh", "in": ["x"]}], "outputs": {"z": "y"}})",
      R"({"shardc": 1, "kind": "sharding", "mesh": "a=2", "inputs": {"x": ["a"]},
          "outputs": {"z": []}})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(reports::causeText(c.plan->functions.front().collectives.at(0).cause),
            "output z needs all of dimension 0 of y, split over a");
}

TEST(Cause, SeesThroughWhatChangesNoElement) {
  // A constraint as JAX writes it has no name.
  const test::Compiled c = test::compile(
      "sdy.mesh @mesh = <[\"a\"=2]>\nfunc.func public @main(%x: tensor<8x4xf32> {sdy.sharding = "
      "#sdy.sharding<@mesh, [{\"a\"}, {}]>}) -> tensor<4xf32> {\n  %t = stablehlo.exponential %x : "
      "tensor<8x4xf32>\n  %c = sdy.sharding_constraint %t <@mesh, [{\"a\"}, {}]> : "
      "tensor<8x4xf32>\n  %z = stablehlo.constant dense<0.0> : tensor<f32>\n  %r = "
      "stablehlo.reduce(%c init: %z) applies stablehlo.add across dimensions = [0] : "
      "(tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>\n  return %r : tensor<4xf32>\n}\n",
      R"({"shardc": 1, "kind": "sharding"})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->functions[0].collectives.at(0).cause.text,
            "reduce sums over dimension 0 of the exponential {}, split over a");
}

TEST(Cause, OfAValueWithoutANameSaysWhatItIsAndItsNumber) {
  EXPECT_EQ(causesOf(kMatrices,
                     R"({"name": "y", "op": "matmul", "in": [{"op": "tanh", "in": ["x"]}, "w"]})",
                     R"("y")", R"("inputs": {"x": [null, "a"], "w": ["a"]}, "outputs": {"y": []})"),
            "dot_general sums over dimension 1 of the tanh v0 and 0 of w, split over a\n");
}

} // namespace
} // namespace shardc
