// SPDX-License-Identifier: Apache-2.0
// Reductions by functions that no collective has: in two steps, where that moves less.
#include "tests/unit/reshard/forms.h"

#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;

namespace {

/// The reduction of x and its row numbers over dimension 0 by `body`, over l, li (left) and r, ri;
/// returned are `outputs` of its two results.
std::string pairs(int rows, const std::string &body, const std::string &inits,
                  const std::string &outputs, int columns = 3) {
  const std::string row = std::to_string(columns), all = std::to_string(rows) + "x" + row,
                    x = "tensor<" + all + "xf32>", i = "tensor<" + all + "xi32>",
                    y = "tensor<" + row + "xf32>", yi = "tensor<" + row + "xi32>";
  const bool both = outputs.find(',') != std::string::npos;
  const std::string types = both ? "(" + y + ", " + yi + ")" : yi;
  return "func.func public @main(%x: " + x + ") -> " + types +
         " {\n"
         "  %i = stablehlo.iota dim = 0 : " +
         i + "\n" + inits +
         "  %y:2 = stablehlo.reduce(%x init: %s), (%i init: %si) across dimensions = [0] : (" + x +
         ", " + i + ", tensor<f32>, tensor<i32>) -> (" + y + ", " + yi +
         ")\n"
         "   reducer(%l: tensor<f32>, %r: tensor<f32>) (%li: tensor<i32>, %ri: tensor<i32>) {\n" +
         body +
         "    stablehlo.return %v, %vi : tensor<f32>, tensor<i32>\n  }\n"
         "  return " +
         outputs + " : " + (both ? y + ", " + yi : yi) + "\n}\n";
}

const char *const kFromWorst = "  %s = stablehlo.constant dense<0x7F800000> : tensor<f32>\n"
                               "  %si = stablehlo.constant dense<-1> : tensor<i32>\n";
/// The last of the smallest: which it is depends on the order.
const char *const kLastSmallest =
    "    %b = stablehlo.compare LT, %l, %r, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
    "    %v = stablehlo.select %b, %l, %r : tensor<i1>, tensor<f32>\n"
    "    %vi = stablehlo.select %b, %li, %ri : tensor<i1>, tensor<i32>\n";
/// Two sums, of which a start may count once alone.
const char *const kSums = "    %vi = stablehlo.add %li, %ri : tensor<i32>\n"
                          "    %v = stablehlo.add %l, %r : tensor<f32>\n";

std::vector<double> manyAlike(int rows) {
  std::vector<double> x;
  for (int k = 0; k < 3 * rows; ++k)
    x.push_back(k % 7 % 3);
  return x;
}

constexpr const char *kRows = R"("mesh": "a=4", "inputs": {"arg0": ["a"]},
    "outputs": {"out0": []})";

TEST(InStages, PairsAreGatheredInsteadOfWhatTheyAreOf) {
  const std::string program = pairs(16, kLastSmallest, kFromWorst, "%y#1");
  const Ran ran = run(program, kRows, {manyAlike(16)});
  // Of 3 other devices 3 floats and 3 numbers; x has 192 bytes.
  EXPECT_EQ(ran.moves, "all_gather over a, 36 bytes; all_gather over a, 36 bytes; ");
  EXPECT_EQ(ran.outputs, run(program, "", {manyAlike(16)}).outputs);
}

TEST(InStages, BothResultsComeOfTheSameMoves) {
  const std::string program = pairs(16, kLastSmallest, kFromWorst, "%y#0, %y#1");
  const Ran ran = run(program, R"("mesh": "a=4", "inputs": {"arg0": ["a"]},
      "outputs": {"out0": [], "out1": []})",
                      {manyAlike(16)});
  EXPECT_EQ(ran.moves, "all_gather over a, 36 bytes; all_gather over a, 36 bytes; ");
  EXPECT_EQ(ran.outputs, run(program, "", {manyAlike(16)}).outputs);
}

TEST(InStages, EachDeviceReducesTheSharesOfSomeElementsWhereThatMovesLess) {
  const std::string program = pairs(16, kLastSmallest, kFromWorst, "%y#1", 8);
  std::vector<double> x;
  for (int k = 0; k < 128; ++k)
    x.push_back(k * 5 % 11 % 3);
  const Ran ran = run(program, kRows, {x});
  // To have all of 8 floats and 8 numbers of 3 other devices would be 192 bytes.
  EXPECT_EQ(ran.moves, "all_to_all over a, 24 bytes; all_to_all over a, 24 bytes; "
                       "all_gather over a, 24 bytes; ");
  EXPECT_EQ(ran.outputs, run(program, "", {x}).outputs);
}

TEST(InStages, StartCountsOnce) {
  const std::string start = "  %s = stablehlo.constant dense<5.0> : tensor<f32>\n"
                            "  %si = stablehlo.constant dense<3> : tensor<i32>\n";
  const std::string program = pairs(16, kSums, start, "%y#0, %y#1");
  const Ran ran = run(program, R"("mesh": "a=4", "inputs": {"arg0": ["a"]},
      "outputs": {"out0": [], "out1": []})",
                      {manyAlike(16)});
  EXPECT_EQ(ran.moves, "all_reduce over a, 18 bytes; ");
  EXPECT_EQ(ran.outputs, run(program, "", {manyAlike(16)}).outputs);
}

TEST(InStages, WhatIsNotAssociativeIsReducedWholeInItsOrder) {
  const std::string differences = "    %v = stablehlo.maximum %l, %r : tensor<f32>\n"
                                  "    %vi = stablehlo.subtract %li, %ri : tensor<i32>\n";
  const std::string program = pairs(16, differences, kFromWorst, "%y#1");
  const Ran ran = run(program, kRows, {manyAlike(16)});
  EXPECT_EQ(ran.outputs, run(program, "", {manyAlike(16)}).outputs);
}

TEST(InStages, OtherAxesStillSplitTheResult) {
  const std::string program = pairs(16, kLastSmallest, kFromWorst, "%y#1");
  const Ran ran = run(program, R"("mesh": "a=4, b=3", "inputs": {"arg0": ["a", "b"]},
      "outputs": {"out0": ["b"]})",
                      {manyAlike(16)});
  EXPECT_EQ(ran.moves, "all_gather over a, 12 bytes; all_gather over a, 12 bytes; ");
  EXPECT_EQ(ran.outputs, run(program, "", {manyAlike(16)}).outputs);
}

TEST(InStages, UnevenSharesAndFewRowsAreGathered) {
  for (const int rows : {13, 4}) {
    const std::string program = pairs(rows, kLastSmallest, kFromWorst, "%y#1");
    const Ran ran = run(program, kRows, {manyAlike(rows)});
    EXPECT_EQ(ran.moves, "all_gather over a, " + std::to_string(9 * rows) + " bytes; ");
    EXPECT_EQ(ran.outputs, run(program, "", {manyAlike(rows)}).outputs);
  }
}

TEST(InStages, LoopsHaveTheirOwnParts) {
  const std::string program =
      "func.func public @main(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<i32>) {\n"
      "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
      "  %s = stablehlo.constant dense<0x7F800000> : tensor<f32>\n"
      "  %i = stablehlo.iota dim = 0 : tensor<16xi32>\n"
      "  %w:3 = stablehlo.while(%a = %x, %n = %zero, %at = %zero) : tensor<16xf32>, tensor<i32>, "
      "tensor<i32>\n"
      "  cond {\n"
      "    %c = stablehlo.constant dense<3> : tensor<i32>\n"
      "    %go = stablehlo.compare LT, %n, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
      "    stablehlo.return %go : tensor<i1>\n"
      "  } do {\n"
      "    %y:2 = stablehlo.reduce(%a init: %s), (%i init: %zero) across dimensions = [0] : "
      "(tensor<16xf32>, tensor<16xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)\n"
      "     reducer(%l: tensor<f32>, %r: tensor<f32>) (%li: tensor<i32>, %ri: tensor<i32>) {\n" +
      std::string(kLastSmallest) +
      "      stablehlo.return %v, %vi : tensor<f32>, tensor<i32>\n    }\n"
      "    %w0 = stablehlo.broadcast_in_dim %y#0, dims = [] : (tensor<f32>) -> tensor<16xf32>\n"
      "    %next = stablehlo.subtract %w0, %a : tensor<16xf32>\n"
      "    %one = stablehlo.constant dense<1> : tensor<i32>\n"
      "    %m = stablehlo.add %n, %one : tensor<i32>\n"
      "    stablehlo.return %next, %m, %y#1 : tensor<16xf32>, tensor<i32>, tensor<i32>\n"
      "  }\n"
      "  return %w#0, %w#2 : tensor<16xf32>, tensor<i32>\n}\n";
  std::vector<double> x;
  for (int k = 0; k < 16; ++k)
    x.push_back(k * 5 % 16 % 9);
  const Ran ran = run(program, R"("mesh": "a=4", "inputs": {"arg0": ["a"]},
      "outputs": {"out0": ["a"], "out1": []})",
                      {x});
  EXPECT_EQ(ran.moves, "all_gather over a, 12 bytes; all_gather over a, 12 bytes; ");
  EXPECT_EQ(ran.outputs, run(program, "", {x}).outputs);
}

} // namespace
