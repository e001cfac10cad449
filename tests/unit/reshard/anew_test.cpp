// SPDX-License-Identifier: Apache-2.0
// What is made of less than it has is made where it is needed, and what has been moved for one op
// is there for the next.
#include "tests/support/compile.h"
#include "tests/unit/reshard/forms.h"

#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;

namespace {

/// What moves; on the mesh all is what it is on one device.
std::string movesOf(const std::string &text, const std::string &config) {
  const Ran ran = run(text, config);
  EXPECT_EQ(ran.outputs, run(text, "").outputs);
  return ran.moves;
}

TEST(MadeAnew, RowsOfARollMoveOnce) {
  // Rows 3 to 7, then 0 to 2: each device lacks both of its rows.
  EXPECT_EQ(movesOf(R"(
func.func public @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %a = stablehlo.slice %x [3:8, 0:4] : (tensor<8x4xf32>) -> tensor<5x4xf32>
  %b = stablehlo.slice %x [0:3, 0:4] : (tensor<8x4xf32>) -> tensor<3x4xf32>
  %y = stablehlo.concatenate %a, %b, dim = 0 : (tensor<5x4xf32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
})",
                    R"("mesh": "x=4", "inputs": {"arg0": ["x"]}, "outputs": {"out0": ["x"]})"),
            "exchange over x, 20 bytes; exchange over x, 12 bytes; ");
}

constexpr const char *kWidened = R"(
func.func public @main(%x: tensor<8x4xi8>) -> tensor<8x4xf32> {
  %y = stablehlo.convert %x : (tensor<8x4xi8>) -> tensor<8x4xf32>
  %z = stablehlo.add %y, %y : tensor<8x4xf32>
  return %z : tensor<8x4xf32>
})";

TEST(MadeAnew, NarrowNumbersMoveBeforeTheyAreWidened) {
  EXPECT_EQ(
      movesOf(kWidened, R"("mesh": "x=4", "inputs": {"arg0": ["x"]}, "outputs": {"out0": []})"),
      "all_gather over x, 24 bytes; ");
}

TEST(MadeAnew, ValueThatIsGivenAShardingMovesFromThere) {
  EXPECT_EQ(movesOf(R"(
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%x: tensor<8x4xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %y = stablehlo.convert %x : (tensor<8x4xi8>) -> tensor<8x4xf32>
  %c = sdy.sharding_constraint %y <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  %z = stablehlo.add %c, %c : tensor<8x4xf32>
  return %z : tensor<8x4xf32>
})",
                    R"("mesh": "x=4")"),
            "all_gather over x, 96 bytes; ");
}

TEST(Choose, OperandThatHasBeenMovedCostsNothingMore) {
  // d moves for the first product: 24 bytes. So the second can be partial sums, which is 12 bytes,
  // where q would take 24.
  EXPECT_EQ(movesOf(R"(
func.func public @main(%d: tensor<4x8xf32>, %p: tensor<4x4xf32>, %q: tensor<8x1xf32>) -> (tensor<8x4xf32>, tensor<4x1xf32>) {
  %a = stablehlo.dot_general %d, %p, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %b = stablehlo.dot_general %d, %q, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x1xf32>) -> tensor<4x1xf32>
  return %a, %b : tensor<8x4xf32>, tensor<4x1xf32>
})",
                    R"("mesh": "x=4", "inputs": {"arg0": ["x"], "arg1": [], "arg2": ["x"]},
                 "outputs": {"out0": ["x"], "out1": ["x"]})"),
            "all_to_all over x, 24 bytes; reduce_scatter over x, 12 bytes; ");
}

/// `body` in a loop of 8 trips with a counter %k, whose carried value is %z, on x as well.
std::string looped(const std::string &types, const std::string &z, const std::string &body) {
  return "func.func public @main(" + types + ") -> " + z + R"( {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%k = %zero, %z = %x) : tensor<i32>, )" +
         z + R"(
  cond {
    %n = stablehlo.constant dense<8> : tensor<i32>
    %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %k, %one : tensor<i32>
)" + body +
         "    stablehlo.return %next, %y : tensor<i32>, " + z + "\n  }\n  return %r#1 : " + z +
         "\n}\n";
}

TEST(Choose, WhatALoopDoesNotChangeMovesOnceForAllTrips) {
  // 12 elements of w, and nothing in a trip, where a trip would take 6 of z and 6 of its product.
  EXPECT_EQ(movesOf(looped("%x: tensor<4x4xf32>, %w: tensor<4x4xf32>", "tensor<4x4xf32>",
                           "    %y = stablehlo.dot_general %z, %w, contracting_dims = [1] x [0] : "
                           "(tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n"),
                    R"("mesh": "x=4", "inputs": {"arg0": ["x"], "arg1": ["x"]})"),
            "all_gather over x, 48 bytes; ");
}

TEST(Moves, WhatALoopCarriesMovesOnceInATripForAllThatNeedIt) {
  EXPECT_EQ(
      movesOf(looped("%x: tensor<4x4xf32>, %i: tensor<4x1xi32>, %j: tensor<4x1xi32>",
                     "tensor<4x4xf32>",
                     [] {
                       std::string text;
                       for (const std::string name : {"i", "j"})
                         text += "    %" + name + name + R"( = "stablehlo.gather"(%z, %)" + name +
                                 R"() <{dimension_numbers = #stablehlo.gather<offset_dims = [1], )"
                                 "collapsed_slice_dims = [0], start_index_map = [0], "
                                 "index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : "
                                 "(tensor<4x4xf32>, tensor<4x1xi32>) -> tensor<4x4xf32>\n";
                       return text + "    %y = stablehlo.add %ii, %jj : tensor<4x4xf32>\n";
                     }()),
              R"("mesh": "x=4", "inputs": {"arg0": ["x"], "arg1": ["x"], "arg2": ["x"]})"),
      "all_gather over x, 48 bytes; ");
}

TEST(Choose, WhatAResultCannotBeCutBelowIsGatheredAlone) {
  // The result is cut by a and b; a dimension that ends up below them is brought together.
  EXPECT_EQ(movesOf(R"(
func.func public @main(%x: tensor<2x2x2xf32>) -> tensor<8xf32> {
  %y = stablehlo.reshape %x : (tensor<2x2x2xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
})",
                    R"("mesh": "a=2, b=2", "inputs": {"arg0": [null, "b", "a"]},
                       "outputs": {"out0": [["a", "b"]]})"),
            "all_to_all over a, 4 bytes; ");
}

/// Each of 8 trips adds a row of w.
std::string rowsAdded(const std::string &row) {
  const std::string rows = "tensor<8x" + row + "xf32>", one = "tensor<1x" + row + "xf32>",
                    z = "tensor<" + row + "xf32>";
  return looped("%x: " + z + ", %w: " + rows, z,
                "    %s = stablehlo.dynamic_slice %w, %k, %zero, sizes = [1, " + row + "] : (" +
                    rows + ", tensor<i32>, tensor<i32>) -> " + one +
                    "\n    %t = stablehlo.reshape %s : (" + one + ") -> " + z +
                    "\n    %y = stablehlo.add %z, %t : " + z + "\n");
}

TEST(Choose, RowsThatTripsPickComeOnceWhereACacheHoldsThemAll) {
  // In each trip a row would be combined of what devices have of it: 24 bytes.
  EXPECT_EQ(movesOf(rowsAdded("4"), R"("mesh": "x=4", "inputs": {"arg0": [], "arg1": ["x"]})"),
            "all_gather over x, 96 bytes; ");
}

TEST(Choose, RowsOfALargeStackAreExchangedForColumnsAndGatheredOneByOne) {
  // A device has a quarter of it, of rows or of columns.
  Compiled c = readOnly(rowsAdded("4"));
  c.machine.cache = 64;
  compileRead(c, R"({"shardc": 1, "kind": "sharding", "mesh": "x=4",
                     "inputs": {"arg0": [], "arg1": ["x"]}})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(test::movesOf(*c.plan), "all_to_all over x, 24 bytes; all_gather over x, 12 bytes; ");
}

TEST(Choose, RowsThatTripsPickInPartsAreExchangedOnce) {
  EXPECT_EQ(movesOf(rowsAdded("4"), R"("mesh": "x=4", "inputs": {"arg0": ["x"], "arg1": ["x"]})"),
            "all_to_all over x, 24 bytes; ");
}

} // namespace
