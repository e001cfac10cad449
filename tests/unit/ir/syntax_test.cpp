// SPDX-License-Identifier: Apache-2.0
// The published syntax is read and printed.
#include "tests/unit/ir/program.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// A line that prints as it is written.
struct Row {
  const char *inputs, *line, *result;
};

const Row kRows[] = {
    {"%arg0: tensor<2xf32>",
     "%0 = stablehlo.abs %arg0 {mhlo.frontend_attributes = {a = \"b\"}} : tensor<2xf32>",
     "tensor<2xf32>"},
    {"%arg0: tensor<2xf32>",
     "%0 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = "
     "#stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<2xf32>",
     "tensor<2xf32>"},
    {"%arg0: tensor<2xf32>",
     "%0 = stablehlo.compare LT, %arg0, %arg0 : (tensor<2xf32>, "
     "tensor<2xf32>) -> tensor<2xi1>",
     "tensor<2xi1>"},
    {"%arg0: tensor<2xi32>",
     "%0 = stablehlo.compare EQ, %arg0, %arg0, SIGNED : (tensor<2xi32>, "
     "tensor<2xi32>) -> tensor<2xi1>",
     "tensor<2xi1>"},
    {"%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>",
     "%0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : "
     "(tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>"},
    {"%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>",
     "%0 = chlo.broadcast_compare %arg0, %arg1 {compare_type = #chlo<comparison_type FLOAT>, "
     "comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<3xf32>) -> "
     "tensor<2x3xi1>",
     "tensor<2x3xi1>"},
    {"", "%0 = chlo.constant dense<1.000000e+00> : tensor<2xf32>", "tensor<2xf32>"},
    {"%arg0: tensor<i1>, %arg1: tensor<2xf32>",
     "%0 = stablehlo.select %arg0, %arg1, %arg1 : tensor<i1>, tensor<2xf32>", "tensor<2xf32>"},
    {"%arg0: tensor<f32>, %arg1: tensor<2xf32>",
     "%0 = stablehlo.clamp %arg0, %arg1, %arg0 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> "
     "tensor<2xf32>",
     "tensor<2xf32>"},
    {"%arg0: tensor<4x6xf32>",
     "%0 = stablehlo.slice %arg0 [1:4, 0:6:2] : (tensor<4x6xf32>) -> tensor<3x3xf32>",
     "tensor<3x3xf32>"},
    {"%arg0: tensor<3xf32>, %arg1: tensor<f32>",
     "%0 = stablehlo.pad %arg0, %arg1, low = [1], high = [-1], interior = [0] : (tensor<3xf32>, "
     "tensor<f32>) -> tensor<3xf32>",
     "tensor<3xf32>"},
    {"%arg0: tensor<2xf32>, %arg1: tensor<3xf32>",
     "%0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> "
     "tensor<5xf32>",
     "tensor<5xf32>"},
    {"%arg0: tensor<4x6xf32>, %arg1: tensor<i32>",
     "%0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [2, 6] : (tensor<4x6xf32>, "
     "tensor<i32>, tensor<i32>) -> tensor<2x6xf32>",
     "tensor<2x6xf32>"},
    {"%arg0: tensor<2x4x6xf32>, %arg1: tensor<2x6xf32>",
     "%0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x "
     "[1], precision = [DEFAULT, HIGHEST], algorithm = <lhs_precision_type = f32, "
     "rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, "
     "rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> "
     ": (tensor<2x4x6xf32>, tensor<2x6xf32>) -> tensor<2x4xf32>",
     "tensor<2x4xf32>"},
    {"%arg0: tensor<4x6xf32>, %arg1: tensor<f32>",
     "%0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [1] : "
     "(tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>",
     "tensor<4xf32>"},
    {"%arg0: tensor<1x5x6x2xf32>, %arg1: tensor<4x2x3x2xf32>",
     "%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 1, 0, f]x[o, i, 0, 1]->[0, f, 1, "
     "b], window = {stride = [2, 1], pad = [[0, 1], [-1, 2]], lhs_dilate = [1, 2], rhs_dilate = "
     "[1, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : "
     "i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : "
     "(tensor<1x5x6x2xf32>, tensor<4x2x3x2xf32>) -> tensor<3x4x8x1xf32>",
     "tensor<3x4x8x1xf32>"},
    {"%arg0: tensor<3x2xf32>, %arg1: tensor<2x4xf32>",
     "%0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f]x[i, o]->[b, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x2xf32>, "
     "tensor<2x4xf32>) -> tensor<3x4xf32>",
     "tensor<3x4xf32>"},
    {"%arg0: tensor<4x6xf32>",
     "%0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<4x6xf32>) -> tensor<i32>",
     "tensor<i32>"},
    {"%arg0: tensor<3xf32>",
     "%0 = stablehlo.broadcast %arg0, sizes = [2, 4] : (tensor<3xf32>) -> tensor<2x4x3xf32>",
     "tensor<2x4x3xf32>"},
    {"%arg0: tensor<4x6xf32>, %arg1: tensor<6x2xf32>",
     "%0 = stablehlo.einsum %arg0, %arg1, config = \"ij,jk->ki\" : (tensor<4x6xf32>, "
     "tensor<6x2xf32>) -> tensor<2x4xf32>",
     "tensor<2x4xf32>"},
    {"%arg0: tensor<f32>, %arg1: tensor<1xi64>",
     "%0 = stablehlo.rng %arg0, %arg0, %arg1, distribution = UNIFORM : (tensor<f32>, tensor<f32>, "
     "tensor<1xi64>) -> tensor<5xf32>",
     "tensor<5xf32>"},
    {"%arg0: tensor<4x6xf32>",
     "%0 = stablehlo.unary_einsum %arg0, config = \"ij->j\" : (tensor<4x6xf32>) -> tensor<6xf32>",
     "tensor<6xf32>"},
    {"%arg0: tensor<8x12xf32>",
     "%0 = sdy.sharding_constraint %arg0 <mesh<[\"x\"=4, \"y\"=2], device_ids=[7, 6, 5, 4, 3, 2, "
     "1, 0]>, [{\"x\":(1)2, ?}p1, {?}], replicated={\"y\"}, unreduced=max{\"x\":(2)2}> : "
     "tensor<8x12xf32>",
     "tensor<8x12xf32>"},
};

TEST(Syntax, PrintsAsItIsWritten) {
  for (const Row &row : kRows) {
    const std::string type = row.result;
    const std::string text = "func.func public @main(" + std::string(row.inputs) + ") -> " + type +
                             " {\n  " + row.line + "\n  return %0 : " + type + "\n}\n";
    const Program program(text);
    ASSERT_EQ(program.error(), "") << row.line;
    const std::string printed = program.print();
    EXPECT_NE(printed.find(row.line), std::string::npos) << row.line << "\ngot:\n" << printed;
    EXPECT_EQ(Program(printed).error(), "");
  }
}

TEST(Syntax, TakesTheCommaBehindNoStarts) {
  const Program program(
      "func.func public @main(%x: tensor<f32>) -> tensor<f32> {\n"
      "  %r = stablehlo.dynamic_slice %x, , sizes = [] : (tensor<f32>) -> tensor<f32>\n"
      "  return %r : tensor<f32>\n}\n");
  EXPECT_EQ(program.error(), "");
}

TEST(Syntax, TakesGenericSpellings) {
  const Program program(R"(
func.func public @main(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<2xf32> {
  %y = "stablehlo.dot_general"(%x, %x) {dot_dimension_numbers = #stablehlo.dot<
      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>,
      precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}
      : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %c = "stablehlo.compare"(%y, %y) <{comparison_direction = #stablehlo<comparison_direction LT>}>
      : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
  %s = "stablehlo.select"(%c, %y, %y)
      : (tensor<2x2xi1>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = "stablehlo.reduce"(%s, %v) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %z = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%z) : (tensor<f32>) -> ()
  }) : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
})");
  EXPECT_EQ(program.error(), "");
  EXPECT_NE(program.print().find("applies stablehlo.add"), std::string::npos);
}

TEST(Syntax, ReadsManualComputations) {
  const Program program(R"(
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}p2, {"model", ?}]>}) {
  sdy.sharding_group %arg0 group_id=3 : tensor<8x4xf32>
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"data"}, {}]>] out_shardings=[<@mesh, [{"data"}, {}]>] manual_axes={"data"} (%arg1: tensor<4x4xf32>) {
    %1 = stablehlo.tanh %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"model"}]>]>} : tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
})");
  ASSERT_EQ(program.error(), "");
  const std::string once = program.print();
  EXPECT_NE(once.find("manual_axes={\"data\"} (%arg1: tensor<4x4xf32>) {"), std::string::npos)
      << once;
  EXPECT_NE(once.find("group_id=3"), std::string::npos) << once;
  const Program again(once);
  ASSERT_EQ(again.error(), "");
  EXPECT_EQ(again.print(), once);
}

} // namespace
} // namespace shardc::test
