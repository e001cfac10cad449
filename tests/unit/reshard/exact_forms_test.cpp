// SPDX-License-Identifier: Apache-2.0
// Programs whose best plan is known: these moves, these bytes, these values, no others. The values
// with letters and numbers are those of Nx's and JAX's own checks.
#include "tests/support/compile.h"
#include "tests/unit/reshard/forms.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace shardc;
using namespace shardc::test;

namespace {

std::string megatron() {
  return program(
      input("x", "[8, 16]") + "," + input("w1", "[16, 32]") + "," + input("w2", "[32, 16]"),
      dot("h", "x", "w1") + "," + op("a", "negate", "\"h\"") + "," + dot("y", "a", "w2"), "\"y\"");
}
constexpr const char *kColumnThenRow = R"("mesh": "data=2, model=4",
    "inputs": {"x": ["data"], "w1": [null, "model"], "w2": ["model"]})";

TEST(ExactForms, MegatronHasOneAllReduce) {
  // 2 (n - 1) / n of a device's 4 x 16 floats.
  EXPECT_EQ(run(megatron(), kColumnThenRow).moves, "all_reduce over model, 384 bytes; ");
}

TEST(ExactForms, MegatronWithASplitSequenceScattersItsSum) {
  const Ran ran =
      run(megatron(), std::string(kColumnThenRow) + R"(, "outputs": [[["data", "model"]]])");
  EXPECT_EQ(ran.moves, "reduce_scatter over model, 192 bytes; ");
}

TEST(ExactForms, DataParallelGradientHasOneReduction) {
  const std::string text =
      program(input("x", "[2, 64]") + "," + input("e", "[2, 4]"),
              op("g", "dot_general", R"("x", "e")",
                 R"("lhs_contracting_dimensions": [0], "rhs_contracting_dimensions": [0])") +
                  "," + op("step", "multiply", R"("g", 0.5)"),
              "\"step\"");
  const Ran ran = run(text, R"("mesh": "data=2", "inputs": {"x": ["data"], "e": ["data"]},
                               "outputs": [[]])");
  EXPECT_EQ(ran.moves, "all_gather over data, 256 bytes; all_gather over data, 16 bytes; ")
      << "a few elements are gathered where that is cheaper";
  const std::string deep =
      program(input("x", "[64, 8]") + "," + input("e", "[64, 4]"),
              op("g", "dot_general", R"("x", "e")",
                 R"("lhs_contracting_dimensions": [0], "rhs_contracting_dimensions": [0])") +
                  "," + op("step", "multiply", R"("g", 0.5)"),
              "\"step\"");
  EXPECT_EQ(run(deep, R"("mesh": "data=2", "inputs": {"x": ["data"], "e": ["data"]},
                         "outputs": [[]])")
                .moves,
            "all_reduce over data, 128 bytes; ");
}

TEST(ExactForms, ValueMovedForTwoUsersIsMovedOnce) {
  const std::string text =
      program(input("x", "[16]"),
              op("l", "pad", R"("x", 0)", R"("edge_padding_low": [1], "edge_padding_high": [-1])") +
                  "," + op("y", "reverse", "\"x\"", R"("dimensions": [0])"),
              R"("l", "y", "x")");
  const Ran ran =
      run(text, R"("mesh": "a=4", "inputs": {"x": ["a"]}, "outputs": [["a"], ["a"], []])");
  EXPECT_EQ(ran.moves, "all_gather over a, 48 bytes; ")
      << "the halo and what is reversed are in it";
  EXPECT_EQ(ran.outputs, run(text, R"("mesh": "a=1")").outputs);
}

TEST(ExactForms, WhatEveryBranchWantsIsMovedBeforeThem) {
  const std::string branch = R"({"inputs": [], "ops": [{"name": "t", "op": "NAME", "in": ["x"]}],
                                 "outputs": ["t"]})";
  const auto doing = [&](const std::string &name) {
    std::string text = branch;
    return text.replace(text.find("NAME"), 4, name);
  };
  const std::string text =
      program(input("x", "[16, 8]") + R"(, {"name": "k", "shape": [], "dtype": "i32"})",
              R"({"name": "y", "op": "case", "in": ["k"], "branches": [)" + doing("negate") + "," +
                  doing("abs") + "]}",
              "\"y\"");
  EXPECT_EQ(run(text, R"("mesh": "a=4", "inputs": {"x": ["a"]}, "outputs": [[null, "a"]],
                         "values": {"y": [null, "a"]})",
                {{}, {1}})
                .moves,
            "all_to_all over a, 96 bytes; ");
}

TEST(ExactForms, CopiesOfWhatIsMovedAnywayAreMadeOfThat) {
  const std::string text = program(input("x", "[16, 6]"),
                                   op("t", "transpose", "\"x\"", R"("permutation": [1, 0])") + "," +
                                       op("r", "reshape", "\"t\"", R"("shape": [3, 2, 16])"),
                                   R"("r", "x")");
  const Ran ran = run(text, R"("mesh": "a=4", "inputs": {"x": ["a"]}, "outputs": [[], []])");
  EXPECT_EQ(ran.moves, "all_gather over a, 288 bytes; ") << "3/4 of x, once";
  EXPECT_EQ(ran.outputs, run(text, R"("mesh": "a=1")").outputs);
}

TEST(ExactForms, ReshapeIsSplitByAPartOfAnAxis) {
  // The rows are wanted split by all devices; where they are made, 2 of 4 devices divide them.
  const auto moves = [](const std::string &length, const std::string &rows, const char *mesh) {
    const std::string text = program(input("x", "[" + length + "]"),
                                     op("r", "reshape", "\"x\"", R"("shape": )" + rows), "\"r\"");
    const Ran ran = run(text, std::string(mesh) + R"(, "inputs": {"x": ["a"]}, "outputs": [["a"]],
                                                     "values": {"r": [null, null]})");
    EXPECT_EQ(ran.outputs, run(text, R"("mesh": "a=1")").outputs);
    return ran.moves;
  };
  EXPECT_EQ(moves("30", "[2, 15]", R"("mesh": "a=4")"), "all_to_all over a:(2)2, 14 bytes; ");
  EXPECT_EQ(moves("60", "[4, 15]", R"("mesh": "a=6")"), "all_gather over a:(2)3, 80 bytes; ");
}

std::string movesOfGradient(int rows, int columns) {
  const std::string shape = "[" + std::to_string(rows) + ", " + std::to_string(columns) + "]";
  const Compiled c = compile(
      program(input("x", shape) + ", " + input("g", shape),
              op("t", "transpose", "\"x\"", "\"permutation\": [1, 0]") + ", " + dot("dw", "t", "g"),
              "\"dw\""),
      R"({"shardc": 1, "kind": "sharding", "mesh": "data=2",
                  "inputs": {"x": ["data"], "g": ["data"]}, "outputs": {"dw": []}})");
  EXPECT_TRUE(c.plan) << c.messages();
  return c.plan ? movesOf(*c.plan) : "";
}

/// To gather both operands takes four fifths of the bytes, and twice the work.
TEST(ExactForms, SmallProductIsRepeatedForAFewBytesLargeOneIsNot) {
  EXPECT_EQ(movesOfGradient(8, 10),
            "all_gather over data, 160 bytes; all_gather over data, 160 bytes; ");
  EXPECT_EQ(movesOfGradient(2048, 2560), "all_reduce over data, 26214400 bytes; ");
}

TEST(ExactForms, ElementwiseChainMovesNothing) {
  const std::string text = program(input("x", "[7, 5]"),
                                   op("a", "negate", "\"x\"") + "," + op("b", "tanh", "\"a\"") +
                                       "," + op("y", "add", R"("b", "x")"),
                                   "\"y\"");
  EXPECT_EQ(run(text, R"("mesh": "a=2, b=3", "inputs": {"x": ["a", "b"]})").moves, "");
}

TEST(ExactForms, StencilMovesItsHaloOnly) {
  const std::string text = program(
      input("u", "[16]"),
      op("left", "pad", R"("u", 0)", R"("edge_padding_low": [1], "edge_padding_high": [-1])") +
          "," +
          op("right", "pad", R"("u", 0)", R"("edge_padding_low": [-1], "edge_padding_high": [1])") +
          "," + op("y", "add", R"("left", "right")"),
      "\"y\"");
  // Each of 4 devices has a neighbour on both sides, but for the first and last: 6 floats in all.
  const Ran ran = run(text, R"("mesh": "x=4", "inputs": {"u": ["x"]}, "outputs": [["x"]])");
  EXPECT_EQ(ran.moves, "exchange over x, 3 bytes; exchange over x, 3 bytes; ");
}

/// x[i] = (i, 10 + i) and y[i] = 100 + i, over 8 rows.
std::vector<std::vector<double>> rows() {
  std::vector<std::vector<double>> given(2);
  for (int i = 0; i < 8; ++i) {
    given[0].insert(given[0].end(), {double(i), 10.0 + i});
    given[1].push_back(100.0 + i);
  }
  return given;
}

TEST(ExactForms, M1AndM2SplitBothDimensionsOrOne) {
  const std::string text = program(
      input("x", "[8, 2]") + "," + input("y", "[8, 1]"),
      op("s", "add", R"("x", "y")") + "," + op("d", "multiply", R"("y", 2)"), R"("s", "d")");
  const Ran ran =
      run(text, R"("mesh": "a=2, b=2", "inputs": {"x": ["a", "b"], "y": ["a"]})", rows());
  EXPECT_EQ(ran.moves, "");
  std::vector<double> sums, doubles;
  for (int i = 0; i < 8; ++i) {
    sums.insert(sums.end(), {100.0 + 2 * i, 110.0 + 2 * i});
    doubles.push_back(200.0 + 2 * i);
  }
  EXPECT_EQ(ran.outputs, (std::vector<std::vector<double>>{sums, doubles}));
  EXPECT_NE(ran.shards.find("s[0:4, 1:2]"), std::string::npos) << ran.shards;
}

TEST(ExactForms, M3AndM4SplitEverything) {
  const Ran cube = run(program(input("x", "[4, 2, 4]"), op("y", "multiply", R"("x", 2)"), "\"y\""),
                       R"("mesh": "a=2, b=1, c=2", "inputs": {"x": ["a", "b", "c"]})");
  EXPECT_EQ(cube.moves, "");
  EXPECT_NE(cube.shards.find("y[2:4, 0:2, 2:4]"), std::string::npos) << cube.shards;
  const Ran column =
      run(program(input("x", "[4, 4]"), op("y", "transpose", "\"x\"", R"("permutation": [1, 0])"),
                  "\"y\""),
          R"("mesh": "a=2, b=2", "inputs": {"x": [["a", "b"]]})");
  EXPECT_EQ(column.moves, "");
  EXPECT_NE(column.shards.find("y[0:4, 3:4]"), std::string::npos) << column.shards;
}

/// dot(A + 1, B - 2) * 3 / 4, of 2 x 3 and 3 x 2.
std::string product() {
  return program(input("A", "[2, 3]") + "," + input("B", "[3, 2]"),
                 op("l", "add", R"("A", 1)") + "," + op("r", "subtract", R"("B", 2)") + "," +
                     dot("p", "l", "r") + "," + op("t", "multiply", R"("p", 3)") + "," +
                     op("y", "divide", R"("t", 4)"),
                 "\"y\"");
}

TEST(ExactForms, G2AndG3HaveTheValuesOfOneDevice) {
  const std::vector<double> expected = {9.75, 16.5, 16.5, 30};
  for (const char *config : {R"("mesh": "i=2, k=3", "inputs": {"A": ["i", "k"], "B": []})",
                             R"("mesh": "j=2, k=3", "inputs": {"A": [], "B": ["k", "j"]})",
                             R"("mesh": "i=2, k=3", "inputs": {"A": ["i"], "B": ["k"]})"})
    EXPECT_EQ(run(product(), config).outputs.front(), expected) << config;
}

TEST(ExactForms, G5SumsTwice) {
  const std::string text =
      program(input("a", "[1, 2]") + "," + input("b", "[2, 1]") + "," + input("c", "[2]"),
              op("p", "add", R"("a", "b")") + "," + op("m", "subtract", R"("a", "b")") + "," +
                  dot("q", "p", "m") + "," + op("w", "multiply", R"("q", 2)") + "," +
                  op("s", "sum", "\"w\"") + "," + op("u", "add", R"("s", "w")") + "," +
                  op("y", "subtract", R"("u", "c")"),
              "\"y\"");
  const std::vector<std::vector<double>> given = {{1, 2}, {3, 4}, {5, 6}};
  const auto whole = run(text, R"("mesh": "x=1")", given).outputs;
  for (const char *config : {R"("mesh": "x=2", "inputs": {"a": [null, "x"]})",
                             R"("mesh": "x=2", "inputs": {"b": ["x"], "c": ["x"]})"})
    EXPECT_EQ(run(text, config, given).outputs, whole) << config;
}

// Picks: rows are taken from a table whose rows devices have a part each of.

std::string taking(int rows, int columns, int ids) {
  const auto number = [](int value) { return std::to_string(value); };
  return program(input("table", "[" + number(rows) + ", " + number(columns) + "]") +
                     R"(, {"name": "ids", "shape": [)" + number(ids) + R"(], "dtype": "i32"})",
                 op("y", "take", R"("table", "ids")"), "\"y\"");
}

/// The rows of a table 1, 2, ... that are taken, those out of range being the nearest.
std::vector<double> rowsAt(std::vector<double> ids, int rows, int columns) {
  std::vector<double> values;
  for (const double id : ids)
    for (int j = 0; j < columns; ++j)
      values.push_back(1 + std::clamp(id, 0.0, rows - 1.0) * columns + j);
  return values;
}

TEST(ExactForms, RowsPickedFromASplitTableMoveAsResultsOnly) {
  const std::vector<double> ids = {-3, 0, 6, 7, 13, 99}; // 4, 3, 4 and 3 rows
  // 2 (n - 1) / n of a device's 3 x 16 floats; the table is 14 x 16.
  const Ran ran = run(taking(14, 16, 6), R"("mesh": "data=2, model=4",
      "inputs": {"table": ["model"], "ids": ["data"]}, "outputs": [["data"]])",
                      {{}, ids});
  EXPECT_EQ(ran.moves, "all_reduce over model, 288 bytes; ");
  EXPECT_EQ(ran.outputs.front(), rowsAt(ids, 14, 16));
}

TEST(ExactForms, PickedRowsAreScatteredWhereEachDeviceNeedsAPart) {
  const std::vector<double> ids = {13, 0, 6, 7, -1, 5};
  const Ran ran = run(taking(14, 16, 6), R"("mesh": "data=2, model=4",
      "inputs": {"table": ["model"], "ids": []}, "outputs": [["data", "model"]])",
                      {{}, ids});
  EXPECT_EQ(ran.moves, "reduce_scatter over model, 144 bytes; ");
  EXPECT_EQ(ran.outputs.front(), rowsAt(ids, 14, 16));
}

TEST(ExactForms, SmallTableIsGatheredForManyRows) {
  EXPECT_EQ(run(taking(4, 2, 64), R"("mesh": "model=4", "inputs": {"table": ["model"], "ids": []},
                                     "outputs": [[]])")
                .moves,
            "all_gather over model, 24 bytes; ");
}

std::string slicing(const std::string &sizes) {
  const std::string start = R"(", "shape": [], "dtype": "i32"})";
  return program(input("x", "[10, 6]") + R"(, {"name": "i)" + start + R"(, {"name": "j)" + start,
                 op("y", "dynamic_slice", R"("x", "i", "j")", R"("slice_sizes": )" + sizes),
                 "\"y\"");
}

TEST(ExactForms, DynamicSliceOfASplitDimensionMovesTheSliceOnly) {
  for (const double at : {-1, 0, 2, 4, 7, 9}) { // 3, 2, 3 and 2 rows
    const auto whole = run(slicing("[3, 6]"), R"("mesh": "a=1")", {{}, {at}, {0}}).outputs;
    const Ran ran =
        run(slicing("[3, 6]"), R"("mesh": "a=4", "inputs": {"x": ["a"]})", {{}, {at}, {0}});
    EXPECT_EQ(ran.moves, "all_reduce over a, 108 bytes; ");
    EXPECT_EQ(ran.outputs, whole);
  }
}

TEST(ExactForms, DynamicSliceOfTwoSplitDimensionsIsOnePick) {
  for (const double at : {0, 2, 4, 5}) {
    const auto whole = run(slicing("[2, 2]"), R"("mesh": "a=1")", {{}, {at}, {at}}).outputs;
    const Ran ran = run(slicing("[2, 2]"), R"("mesh": "a=2, b=2", "inputs": {"x": ["a", "b"]})",
                        {{}, {at}, {at}});
    EXPECT_EQ(ran.moves, "all_reduce over a b, 24 bytes; ");
    EXPECT_EQ(ran.outputs, whole);
  }
}

} // namespace
