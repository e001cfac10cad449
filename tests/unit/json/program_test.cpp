// SPDX-License-Identifier: Apache-2.0
#include "read.h"

#include "frontend/ir/names.h"

#include <gtest/gtest.h>

using namespace shardc;
using test::programOf;
using test::ReadProgram;

namespace {

/// The module has these lines in this order; what varies (numbers of values) is left out.
void expectInOrder(const std::string &text, std::initializer_list<const char *> parts) {
  size_t at = 0;
  for (const char *part : parts) {
    size_t found = text.find(part, at);
    ASSERT_NE(found, std::string::npos) << "missing: " << part << "\nin:\n" << text;
    at = found + 1;
  }
}

const char *const nxDot = R"({ "shardc": 1, "kind": "program",
  "name": "nx_dot",
  "inputs":  [ {"name": "l", "shape": [2, 2, 3], "dtype": "f32"},
               {"name": "r", "shape": [1, 1, 3, 2, 2], "dtype": "i32", "dims": ["a", "b", "k", "j", "n"]} ],
  "ops": [
    {"name": "l1", "op": "add",         "in": ["l", [[1]]]},
    {"name": "x",  "op": "transpose",   "in": ["l1"], "permutation": [0, 2, 1]},
    {"name": "r1", "op": "subtract",    "in": ["r", 1]},
    {"name": "y",  "op": "squeeze",     "in": ["r1"], "dimensions": [0, 1]},
    {"name": "yf", "op": "convert",     "in": ["y"],  "dtype": "f32"},
    {"name": "z",  "op": "dot_general", "in": ["x", "yf"], "lhs_contracting_dimensions": [2, 1], "rhs_contracting_dimensions": [1, 0]} ],
  "outputs": ["z"] })";

TEST(Program, ReadsNxDot) {
  ReadProgram read(nxDot);
  ASSERT_TRUE(read.module) << read.errors;
  expectInOrder(read.text(), {"module @nx_dot",
                              "func.func @main(",
                              "tensor<2x2x3xf32>",
                              "tensor<1x1x3x2x2xi32>",
                              "shardc.dims = [\"a\", \"b\", \"k\", \"j\", \"n\"]",
                              "shardc.name = \"z\"",
                              "stablehlo.constant dense<1.000000e+00> : tensor<1x1xf32>",
                              "stablehlo.broadcast_in_dim",
                              "tensor<2x2x3xf32>",
                              "stablehlo.add",
                              "stablehlo.transpose",
                              "dims = [0, 2, 1]",
                              "stablehlo.constant dense<1> : tensor<i32>",
                              "stablehlo.broadcast_in_dim",
                              "stablehlo.subtract",
                              "stablehlo.reshape",
                              "tensor<3x2x2xi32>",
                              "stablehlo.convert",
                              "stablehlo.dot_general",
                              "contracting_dims = [2, 1] x [1, 0]",
                              "tensor<2x2xf32>",
                              "return"});
}

TEST(Program, KnowsNamesAndPlaces) {
  ReadProgram read(nxDot);
  ASSERT_TRUE(read.module) << read.errors;
  auto main = entryOf(*read.module);
  EXPECT_EQ(inputName(main, 1), "r");
  EXPECT_EQ(outputName(main, 0), "z");
  EXPECT_EQ(dimensionNames(main, 1)[2], "k");
  mlir::Operation *product = main.getBody().front().getTerminator()->getOperand(0).getDefiningOp();
  EXPECT_EQ(valueName(product->getResult(0)), "z");
  auto place = fileLocation(product->getLoc());
  ASSERT_TRUE(place);
  EXPECT_EQ(place->getLine(), 11u);
  EXPECT_EQ(place->getColumn(), 5u);
  main.walk([&](mlir::Operation *op) {
    EXPECT_TRUE(fileLocation(op->getLoc())) << op->getName().getStringRef().str();
  });
}

TEST(Program, TakesOpsInAnyOrderAndInPlace) {
  ReadProgram read(
      programOf(R"({"name": "z", "op": "add", "in": ["w", {"op": "negate", "in": ["x"]}]},
    {"name": "w", "op": "multiply", "in": ["x", 2.5], "// why": "a comment"})"));
  ASSERT_TRUE(read.module) << read.errors;
  expectInOrder(read.text(), {"dense<2.500000e+00>", "multiply", "negate", "add"});
}

TEST(Program, NumbersUnnamedOpsInnerFirst) {
  ReadProgram read(programOf(R"({"op": "add", "in": ["x", {"op": "negate", "in": ["x"]}]},
    {"name": "z", "op": "multiply", "in": ["%0", "%1"]})"));
  ASSERT_TRUE(read.module) << read.errors;
  expectInOrder(read.text(), {"negate", "add", "multiply"});
}

TEST(Program, RenamesOutputs) {
  ReadProgram read(programOf("", R"({"out": "x", "again": "x"})"));
  ASSERT_TRUE(read.module) << read.errors;
  expectInOrder(read.text(), {"shardc.name = \"out\"", "shardc.name = \"again\""});
}

TEST(Program, KeepsNamesOfOutputsThatMeanSomethingInJax) {
  ReadProgram read(programOf("", R"({"result": "x", "0": "x", "result[1]['w']": "x", "%v": "x"})"));
  ASSERT_TRUE(read.module) << read.errors;
  const auto main = entryOf(*read.module);
  EXPECT_EQ(outputName(main, 0), "result");
  EXPECT_EQ(outputName(main, 1), "0");
  EXPECT_EQ(outputName(main, 2), "result[1]['w']");
  EXPECT_EQ(outputName(main, 3), "%v");
}

TEST(Program, NumbersOutputsWithoutAName) {
  ReadProgram read(programOf(R"({"op": "negate", "in": ["x"]})", R"(["x", "%0"])"));
  ASSERT_TRUE(read.module) << read.errors;
  EXPECT_EQ(outputName(entryOf(*read.module), 0), "x");
  EXPECT_EQ(outputName(entryOf(*read.module), 1), "out1");
}

TEST(Program, NamesDimensionsByNumberFromTheEndOrName) {
  for (const char *dimension : {"1", "-1", "\"c\""}) {
    ReadProgram read(programOf(R"({"name": "n", "op": "negate", "in": ["x"]},
      {"name": "z", "op": "concatenate", "in": ["n", "x"], "dimension": )" +
                               std::string(dimension) + "}"));
    ASSERT_TRUE(read.module) << read.errors;
    expectInOrder(read.text(), {"concatenate", "dim = 1", "tensor<2x6xf32>"});
  }
}

TEST(Program, SpreadsDimensionNamesThroughOps) {
  ReadProgram read(
      programOf(R"({"name": "t", "op": "transpose", "in": ["x"], "permutation": ["c", "r"]},
    {"name": "s", "op": "reduce", "in": ["t"], "reducer": "add", "dimensions": ["c"]},
    {"name": "u", "op": "exponential", "in": ["s"], "dims": ["q"]},
    {"name": "z", "op": "reverse", "in": ["u"], "dimensions": ["q"]})"));
  ASSERT_TRUE(read.module) << read.errors;
  expectInOrder(read.text(), {"dims = [1, 0]", "dimensions = [0]", "dims = [0]"});
}

TEST(Program, GivesLiteralsTheTypeOfTheirPlace) {
  ReadProgram read(programOf(R"({"name": "s", "op": "select", "in": ["b", "x", 0]},
    {"name": "d", "op": "dynamic_slice", "in": ["s", 0, 1], "slice_sizes": [1, 2]},
    {"name": "z", "op": "pad", "in": ["d", {"value": "-inf"}], "edge_padding_low": [0, -1], "edge_padding_high": [1, 0]})"));
  ASSERT_TRUE(read.module) << read.errors;
  expectInOrder(read.text(), {"dense<0.000000e+00> : tensor<f32>", "select",
                              "dense<0> : tensor<i32>", "dynamic_slice", "0xFF800000", "pad"});
}

TEST(Program, ReadsLiterals) {
  ReadProgram read(programOf(R"(
    {"name": "a", "op": "constant", "value": [[1, 2], [3, 4]], "dtype": "int64"},
    {"name": "c", "op": "constant", "value": {"splat": 7, "shape": [3]}, "dtype": "u32"},
    {"name": "d", "op": "constant", "value": [true, false]},
    {"name": "e", "op": "constant", "value": {"value": [1, 2, 3, 4], "shape": [2, 2]}, "dtype": "f64"},
    {"name": "z", "op": "constant", "value": ["nan", "inf", 1e3], "dtype": "float32"})"));
  ASSERT_TRUE(read.module) << read.errors;
  expectInOrder(read.text(), {"dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>",
                              "dense<7> : tensor<3xui32>", "dense<[true, false]> : tensor<2xi1>",
                              "tensor<2x2xf64>", "0x7FC00000", "0x7F800000", "1.000000e+03"});
}

TEST(Program, ReadsReducersAndRegions) {
  ReadProgram read(
      programOf(R"({"name": "m", "op": "reduce", "in": ["x"], "reducer": "max", "dimensions": [1]},
    {"name": "z", "op": "reduce", "in": ["m", 0], "dimensions": [0],
     "body": {"inputs": ["p", "q"], "ops": [{"name": "s", "op": "add", "in": ["p", "q"]}], "outputs": ["s"]}})"));
  ASSERT_TRUE(read.module) << read.errors;
  expectInOrder(read.text(), {"0xFF800000", "maximum", "dense<0.000000e+00>", "add"});
}

TEST(Program, ReadsOpsThatStandForOthers) {
  ReadProgram read(
      programOf(R"(
    {"name": ["s", "at"], "op": "sort", "in": ["x", {"op": "iota", "iota_dimension": 1, "shape": [2, 3], "dtype": "i32"}],
     "dimension": "c", "is_stable": true, "comparator": {"inputs": ["p", "q", "n", "m"],
       "ops": [{"name": "l", "op": "compare", "in": ["p", "q"], "comparison_direction": "LT"}], "outputs": ["l"]}},
    {"name": "t", "op": "fft", "in": ["s"], "fft_type": "RFFT", "fft_length": [3]},
    {"name": ["key", "bits"], "op": "rng_bit_generator", "in": [{"value": [1, 2], "dtype": "ui64"}],
     "rng_algorithm": "PHILOX", "shape": [4], "dtype": "ui32"},
    {"name": "u", "op": "rng", "in": [0, 1], "shape": [5], "dtype": "f32", "rng_distribution": "NORMAL"},
    {"name": ["n", "mean", "var"], "op": "batch_norm_training", "in": ["x", "y", "y"], "epsilon": 0.001,
     "feature_index": -1},
    {"name": "k", "op": "batch_norm_inference", "in": ["x", "y", "y", "mean", "var"], "epsilon": 0.001, "feature_index": 1},
    {"name": ["g", "h", "o"], "op": "batch_norm_grad", "in": ["x", "y", "mean", "var", "n"], "epsilon": 0.001,
     "feature_index": "c"},
    {"name": "l", "op": "cholesky", "in": [{"value": [[1, 0], [0, 1]], "dtype": "f32"}], "lower": true},
    {"name": "z", "op": "triangular_solve", "in": ["l", "x"], "left_side": true, "lower": true, "unit_diagonal": false,
     "transpose_a": "NO_TRANSPOSE"},
    {"name": ["v", "w"], "op": "top_k", "in": ["x"], "k": 2},
    {"name": "p", "op": "reduce_precision", "in": ["x"], "exponent_bits": 5, "mantissa_bits": 2})",
                R"(["z", "t", "bits", "key", "u", "k", "g", "h", "at", "v", "w", "p"])"));
  ASSERT_TRUE(read.module) << read.errors;
  expectInOrder(read.text(),
                {"return",
                 " : tensor<2x3xf32>, tensor<2x2xcomplex<f32>>, tensor<4xui32>, tensor<2xui64>, "
                 "tensor<5xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xf32>, "
                 "tensor<2x3xi32>, tensor<2x2xf32>, tensor<2x2xi32>, tensor<2x3xf32>"});
}

TEST(Program, ReadsLiteralsBetweenTwoListsAsIndices) {
  ReadProgram read(programOf(R"(
    {"name": "z", "op": "scatter", "in": ["y", [[0], [2]], [5, 6]], "reducer": "add",
     "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0], "index_vector_dim": 1})",
                             R"(["z"])"));
  ASSERT_TRUE(read.module) << read.errors;
  expectInOrder(read.text(), {"(tensor<3xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<3xf32>"});
}

TEST(Program, ReadsAComplexNumberWhereOneNumberStands) {
  ReadProgram read(programOf(R"(
    {"name": "z", "op": "constant", "value": {"re": 1, "im": 2}, "dtype": "c64", "shape": [2]},
    {"name": "w", "op": "full", "value": {"im": -1}, "dtype": "c64", "shape": [2]})",
                             R"(["z", "w"])"));
  ASSERT_TRUE(read.module) << read.errors;
  expectInOrder(read.text(), {"(1.0", ",2.0", "-1.0"});
}

TEST(Program, MakesOneFunctionPerSignature) {
  std::string text = programOf(R"({"name": "p", "op": "call", "function": "f", "in": ["x"]},
    {"name": "q", "op": "call", "function": "f", "in": ["x"]},
    {"name": "z", "op": "call", "function": "f", "in": ["y"]})",
                               R"(["p", "q", "z"])");
  text.insert(
      1,
      R"("functions": {"f": {"inputs": ["a"], "ops": [{"name": "n", "op": "negate", "in": ["a"]}], "outputs": ["n"]}},)");
  ReadProgram read(text);
  ASSERT_TRUE(read.module) << read.errors;
  int functions = 0;
  read.module->walk([&](mlir::func::FuncOp func) { functions += func.isPrivate(); });
  EXPECT_EQ(functions, 2) << read.text();
}

TEST(Program, HasSkeletonsThatAreJson) {
  EXPECT_EQ(opSkeleton("add"), R"({"name": "y", "op": "add", "in": ["lhs", "rhs"]})");
  EXPECT_NE(opSkeleton("transpose").find("\"permutation\": [0]"), std::string::npos);
  EXPECT_NE(opSkeleton("softmax").find("\"op\": \"softmax\""), std::string::npos);
  EXPECT_EQ(opSkeleton("nothing"), "");
}

} // namespace
