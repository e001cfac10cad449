// SPDX-License-Identifier: Apache-2.0
// What older programs, and programs of any shape, say in other ops: tuples, and numbers that are
// operands.
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using Numbers = std::vector<double>;
using testing::HasSubstr;

std::vector<Numbers> resultsOf(const std::string &text, const std::vector<HostTensor> &inputs) {
  const Compiled c = compile(text, "");
  EXPECT_TRUE(c.plan) << text << c.messages();
  std::vector<Numbers> results;
  if (!c.plan) return results;
  for (const HostTensor &result : runOn(*c.plan, inputs))
    results.push_back(valuesOf(result));
  return results;
}

TEST(Tuples, AreTakenApartInFunctionsAndCalls) {
  const auto results = resultsOf(
      R"(func.func public @main(%x: tensor<2xf32>, %t: tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tuple<tensor<2xf32>, tuple<tensor<i32>, tensor<2xf32>>> {
  %a = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tensor<2xf32>
  %inner = "stablehlo.get_tuple_element"(%t) {index = 1 : i32} : (tuple<tensor<2xf32>, tuple<tensor<i32>>>) -> tuple<tensor<i32>>
  %n = stablehlo.get_tuple_element %inner[0] : (tuple<tensor<i32>>) -> tensor<i32>
  %both = func.call @both(%x, %a) : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %sum = stablehlo.get_tuple_element %both[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %product = stablehlo.get_tuple_element %both[1] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %p = stablehlo.tuple %n, %product : tuple<tensor<i32>, tensor<2xf32>>
  %r = "stablehlo.tuple"(%sum, %p) : (tensor<2xf32>, tuple<tensor<i32>, tensor<2xf32>>) -> tuple<tensor<2xf32>, tuple<tensor<i32>, tensor<2xf32>>>
  return %r : tuple<tensor<2xf32>, tuple<tensor<i32>, tensor<2xf32>>>
}
func.func private @both(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %s = stablehlo.add %x, %y : tensor<2xf32>
  %p = stablehlo.multiply %x, %y : tensor<2xf32>
  %t = stablehlo.tuple %s, %p : tuple<tensor<2xf32>, tensor<2xf32>>
  return %t : tuple<tensor<2xf32>, tensor<2xf32>>
}
)",
      {tensor({ElementType::f32, {2}}, {3, 5}), tensor({ElementType::f32, {2}}, {7, 2}),
       tensor({ElementType::i32, {}}, {11})});
  EXPECT_EQ(results, (std::vector<Numbers>{{10, 7}, {11}, {21, 10}}));
}

TEST(NumbersAsOperands, AreTakenWhereTheyAreConstants) {
  const auto results = resultsOf(
      R"(func.func public @main(%x: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2xi32>, tensor<3x1xf32>, tensor<6xf32>, tensor<2xf32>, tensor<2xf32>, tensor<ui32>, tensor<3xf32>) {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %column = stablehlo.constant dense<[3, 1]> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %three = stablehlo.constant dense<3> : tensor<1xi64>
  %nine = stablehlo.constant dense<9.0> : tensor<f32>
  %at = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  %1 = stablehlo.dynamic_iota %two, dim = 0 : (tensor<1xi64>) -> tensor<2xi32>
  %2 = stablehlo.dynamic_reshape %x, %column : (tensor<3xf32>, tensor<2xi32>) -> tensor<3x1xf32>
  %3 = stablehlo.dynamic_pad %x, %nine, %one, %two, %zero : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  %4 = stablehlo.real_dynamic_slice %x, %one, %three, %one : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  %5 = "stablehlo.dynamic_gather"(%x, %at, %one) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<3xf32>, tensor<2x1xi32>, tensor<1xi64>) -> tensor<2xf32>
  %6 = stablehlo.replica_id : tensor<ui32>
  %7 = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<3xf32>) -> tensor<3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<2x3xf32>, tensor<2xi32>, tensor<3x1xf32>, tensor<6xf32>, tensor<2xf32>, tensor<2xf32>, tensor<ui32>, tensor<3xf32>
}
)",
      {tensor({ElementType::f32, {3}}, {1, 2, 3})});
  EXPECT_EQ(results, (std::vector<Numbers>{{1, 2, 3, 1, 2, 3},
                                           {0, 1},
                                           {1, 2, 3},
                                           {9, 1, 2, 3, 9, 9},
                                           {2, 3},
                                           {3, 1},
                                           {0},
                                           {1, 2, 3}}));
}

TEST(NumbersAsOperands, PadAConvolution) {
  const auto program = [](const std::string &padding) {
    return R"(func.func public @main(%x: tensor<1x4x1xf32>) -> tensor<1x5x1xf32> {
  %k = stablehlo.constant dense<[[[1.0]], [[10.0]]]> : tensor<2x1x1xf32>
  %p = stablehlo.constant dense<[[1, 1]]> : )" +
           padding + R"(
  %r = "stablehlo.dynamic_conv"(%x, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, )" +
           padding + R"() -> tensor<1x5x1xf32>
  return %r : tensor<1x5x1xf32>
}
)";
  };
  EXPECT_EQ(
      resultsOf(program("tensor<1x2xi64>"), {tensor({ElementType::f32, {1, 4, 1}}, {1, 2, 3, 4})}),
      (std::vector<Numbers>{{10, 21, 32, 43, 4}}));
}

TEST(NumbersAsOperands, AreRefusedWhereTheResultIsAnother) {
  const Compiled c = compile(
      R"(func.func public @main(%x: tensor<6xf32>) -> tensor<3x2xf32> {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %r = stablehlo.dynamic_reshape %x, %shape : (tensor<6xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
)",
      "");
  EXPECT_FALSE(c.plan);
  EXPECT_THAT(c.messages(), HasSubstr("'output_shape' says [2, 3], and its result is"));
}

TEST(OtherWords, RandomNumbersAreOfTheShapeThatTheirOperandSays) {
  const auto of = [](const std::string &shape) {
    return compile("func.func @main(%a: tensor<f32>, %s: tensor<2xi64>) -> tensor<2x4xf32> {\n"
                   "  %c = stablehlo.constant dense<[2, " +
                       shape +
                       "]> : tensor<2xi64>\n"
                       "  %r = stablehlo.rng %a, %a, %c, distribution = UNIFORM : (tensor<f32>, "
                       "tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>\n"
                       "  return %r : tensor<2x4xf32>\n}\n",
                   "");
  };
  EXPECT_TRUE(of("4").plan);
  const Compiled wrong = of("5");
  EXPECT_EQ(wrong.ids(), std::vector<std::string>{"shape-mismatch"});
  EXPECT_THAT(wrong.messages(), HasSubstr("'shape' says [2, 5], and its result is"));
}

TEST(NumbersAsOperands, AreRefusedWhereTheyAreComputed) {
  const Compiled c = compile(
      R"(func.func public @main(%x: tensor<3xf32>, %n: tensor<1xi64>) -> tensor<2xf32> {
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %r = stablehlo.real_dynamic_slice %x, %n, %n, %one : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
)",
      "");
  EXPECT_FALSE(c.plan);
  EXPECT_THAT(c.messages(), HasSubstr("'start_indices' is not a constant"));
}

} // namespace
} // namespace shardc::test
