// SPDX-License-Identifier: Apache-2.0
// What each op says one element of its result is.
#include "tests/unit/ir/program.h"

#include "frontend/ir/tables/registry.h"

#include "gtest/gtest.h"

#include <set>

namespace shardc::test {
namespace {

struct Row {
  const char *inputs, *line, *result, *formula;
};

const char *const kX = "%x: tensor<4x6xf32>";
const char *const kMatrix = "tensor<4x6xf32>";

const Row kRows[] = {
    {"%x: tensor<2xui64>",
     "%r:2 = stablehlo.rng_bit_generator %x, algorithm = PHILOX : (tensor<2xui64>) -> "
     "(tensor<2xui64>, tensor<3xui64>)",
     "tensor<2xui64>, tensor<3xui64>", ""},
    {kX, "%r = stablehlo.is_finite %x : (tensor<4x6xf32>) -> tensor<4x6xi1>", "tensor<4x6xi1>",
     "y[i, j] = isFinite(x0[i, j])"},
    {kX, "%r = stablehlo.convert %x : (tensor<4x6xf32>) -> tensor<4x6xi32>", "tensor<4x6xi32>",
     "y[i, j] = convert<i32>(x0[i, j])"},
    {kX, "%r = stablehlo.bitcast_convert %x : (tensor<4x6xf32>) -> tensor<4x6xui32>",
     "tensor<4x6xui32>", ""},
    {"%x: tensor<2xf32>, %y: tensor<2xf32>",
     "%r = stablehlo.compare LT, %x, %y, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
     "tensor<2xi1>", "y[i] = lt(x0[i], x1[i])"},
    {"%x: tensor<2xf32>, %y: tensor<2xf32>",
     "%r = stablehlo.compare GE, %x, %y, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> "
     "tensor<2xi1>",
     "tensor<2xi1>", "y[i] = geTotal(x0[i], x1[i])"},
    {"%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf32>",
     "%r = stablehlo.select %p, %x, %y : tensor<i1>, tensor<2xf32>", "tensor<2xf32>",
     "y[i] = select(x0, x1[i], x2[i])"},
    {"%l: tensor<f32>, %x: tensor<2xf32>, %h: tensor<2xf32>",
     "%r = stablehlo.clamp %l, %x, %h : (tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> "
     "tensor<2xf32>",
     "tensor<2xf32>", "y[i] = min(max(x1[i], x0), x2[i])"},
    {"%x: tensor<2x3xf32>, %y: tensor<3xf32>",
     "%r = chlo.broadcast_add %x, %y : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "y[i, j] = add(x0[i, j], x1[j])"},
    {"%x: tensor<2xf32>, %y: tensor<2x3xf32>",
     "%r = chlo.broadcast_subtract %x, %y {broadcast_dimensions = array<i64: 0>} : "
     "(tensor<2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "y[i, j] = sub(x0[i], x1[i, j])"},
    {"%x: tensor<2x1xf32>, %y: tensor<1x3xf32>",
     "%r = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>} : "
     "(tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>",
     "tensor<2x3xi1>", "y[i, j] = lt(x0[i, 0], x1[0, j])"},
    {"%p: tensor<i1>, %x: tensor<2x1xf32>, %y: tensor<3xf32>",
     "%r = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<2x1xf32>, tensor<3xf32>) -> "
     "tensor<2x3xf32>",
     "tensor<2x3xf32>", "y[i, j] = select(x0, x1[i, 0], x2[j])"},
    {"", "%r = chlo.constant dense<1.5> : tensor<2xf32>", "tensor<2xf32>", "y[i] = 1.5"},
    {"", "%r = chlo.constant dense<[1, 2]> : tensor<2xi32>", "tensor<2xi32>", "y[i] = x0[i]"},
    {kX,
     "%r = \"chlo.constant_like\"(%x) <{value = 2.5 : f32}> : (tensor<4x6xf32>) -> "
     "tensor<4x6xf32>",
     kMatrix, "y[i, j] = 2.5"},
    {"", "%r = stablehlo.constant dense<1.5> : tensor<2xf32>", "tensor<2xf32>", "y[i] = 1.5"},
    {"", "%r = stablehlo.constant dense<[1, 2]> : tensor<2xi32>", "tensor<2xi32>", "y[i] = x0[i]"},
    {"", "%r = stablehlo.constant dense<4294967295> : tensor<ui32>", "tensor<ui32>",
     "y = 4294967295"},
    {"", "%r = stablehlo.constant dense<18446744073709551615> : tensor<ui64>", "tensor<ui64>",
     "y = 18446744073709551615"},
    {"", "%r = stablehlo.constant dense<-128> : tensor<i8>", "tensor<i8>", "y = -128"},
    {"", "%r = stablehlo.constant dense<\"0xFFFFFFFF\"> : tensor<2xi16>", "tensor<2xi16>",
     "y[i] = -1"},
    {"", "%r = stablehlo.constant dense<> : tensor<0xi32>", "tensor<0xi32>", "y[i] = 0"},
    {"", "%r = stablehlo.iota dim = 1 : tensor<2x3xi32>", "tensor<2x3xi32>", "y[i, j] = i32(j)"},
    {"%x: tensor<1x3xf32>",
     "%r = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<1x3xf32>) -> tensor<2x4x3xf32>",
     "tensor<2x4x3xf32>", "y[i, j, k] = x0[0, k]"},
    {kX, "%r = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<4x2x3xf32>", "tensor<4x2x3xf32>",
     "y[i, j, k] = x0[i, 3*j + k]"},
    {kX, "%r = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<24xf32>", "tensor<24xf32>",
     "y[6*i + j] = x0[i, j]"},
    {"%x: tensor<0x3xf32>", "%r = stablehlo.reshape %x : (tensor<0x3xf32>) -> tensor<0xf32>",
     "tensor<0xf32>", ""},
    {kX, "%r = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>",
     "tensor<6x4xf32>", "y[i, j] = x0[j, i]"},
    {kX, "%r = stablehlo.reverse %x, dims = [1] : tensor<4x6xf32>", kMatrix, ""},
    {kX, "%r = stablehlo.slice %x [1:4, 0:6:2] : (tensor<4x6xf32>) -> tensor<3x3xf32>",
     "tensor<3x3xf32>", "y[i, j] = x0[i + 1, 2*j]"},
    {"%x: tensor<3xf32>, %v: tensor<f32>",
     "%r = stablehlo.pad %x, %v, low = [1], high = [-1], interior = [0] : (tensor<3xf32>, "
     "tensor<f32>) -> tensor<3xf32>",
     "tensor<3xf32>", "y[i] = select(1 <= i < 3, x0[i - 1], x1)"},
    {"%x: tensor<3xf32>, %v: tensor<f32>",
     "%r = stablehlo.pad %x, %v, low = [0], high = [0], interior = [2] : (tensor<3xf32>, "
     "tensor<f32>) -> tensor<7xf32>",
     "tensor<7xf32>", ""},
    {"%x: tensor<2xf32>, %y: tensor<3xf32>",
     "%r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>",
     "tensor<5xf32>", ""},
    {"%x: tensor<4x6xf32>, %v: tensor<f32>",
     "%r = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : "
     "(tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>",
     "tensor<4xf32>", ""},
    {"%x: tensor<4x6xf32>, %v: tensor<f32>",
     "%r = \"stablehlo.reduce_window\"(%x, %v) <{padding = dense<[[0, 0], [2, 0]]> : "
     "tensor<2x2xi64>, "
     "window_dimensions = array<i64: 1, 3>}> ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
     "%c = stablehlo.add %a, %b : tensor<f32>\nstablehlo.return %c : tensor<f32>\n}) : "
     "(tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>",
     kMatrix, "y[i, j] = add[k](select(2 <= j + k < 8, x0[i, j + k - 2], 0); x1)"},
    {"%x: tensor<6xf32>, %s: tensor<3xf32>, %v: tensor<f32>",
     "%r = \"stablehlo.select_and_scatter\"(%x, %s, %v) <{window_dimensions = array<i64: 2>, "
     "window_strides = array<i64: 2>}> ({\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
     "%c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
     "stablehlo.return %c : tensor<i1>\n}, {\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
     "%c = stablehlo.add %a, %b : tensor<f32>\nstablehlo.return %c : tensor<f32>\n}) : "
     "(tensor<6xf32>, tensor<3xf32>, tensor<f32>) -> tensor<6xf32>",
     "tensor<6xf32>", ""},
    {"%x: tensor<2x5x4xf32>, %w: tensor<3x2x6xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = "
     "{pad "
     "= [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : "
     "(tensor<2x5x4xf32>, "
     "tensor<3x2x6xf32>) -> tensor<2x5x6xf32>",
     "tensor<2x5x6xf32>",
     "y[i, j, 3*g + l] = add[c, r](term(select(1 <= j + r < 6, x0[i, j + r - 1, 2*g + c], 0), "
     "x1[r, c, 3*g + l]); 0)"},
    {"%x: tensor<2xf32>",
     "%r = \"stablehlo.map\"(%x) <{dimensions = array<i64: 0>}> ({\n^bb0(%a: tensor<f32>):\n"
     "%c = stablehlo.add %a, %a : tensor<f32>\nstablehlo.return %c : tensor<f32>\n}) : "
     "(tensor<2xf32>) -> tensor<2xf32>",
     "tensor<2xf32>", "y[i] = add(x0[i], x0[i])"},
    {"%x: tensor<3xf32>",
     "%r = stablehlo.broadcast %x, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "y[i, j] = x0[j]"},
    {kX, "%r = stablehlo.get_dimension_size %x, dim = 1 : (tensor<4x6xf32>) -> tensor<i32>",
     "tensor<i32>", "y = 6"},
    {"%x: tensor<2x3x4xf32>, %n: tensor<2x5xi32>",
     "%r = \"stablehlo.torch_index_select\"(%x, %n) <{dim = 1 : i64, batch_dims = 1 : i64}> : "
     "(tensor<2x3x4xf32>, tensor<2x5xi32>) -> tensor<2x5x4xf32>",
     "tensor<2x5x4xf32>", "y[i, j, k] = x0[i, pick(at(x1[i, j])), k]"},
    {"%x: tensor<4x6xf32>, %w: tensor<6x5xf32>",
     "%r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], precision = [DEFAULT, "
     "HIGHEST] : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>",
     "tensor<4x5xf32>", ""},
    {"%x: tensor<2x4x6xf32>, %w: tensor<2x6xf32>",
     "%r = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : "
     "(tensor<2x4x6xf32>, tensor<2x6xf32>) -> tensor<2x4xf32>",
     "tensor<2x4xf32>", ""},
    {"%x: tensor<4x6xi8>, %w: tensor<6xi8>",
     "%r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x6xi8>, "
     "tensor<6xi8>) -> tensor<4xi32>",
     "tensor<4xi32>", "y[i] = add[j](mul(convert<i32>(x0[i, j]), convert<i32>(x1[j])); 0)"},
    {"%x: tensor<4x6xi64>, %w: tensor<6xi64>",
     "%r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x6xi64>, "
     "tensor<6xi64>) -> tensor<4xf32>",
     "tensor<4xf32>", "y[i] = add[j](mul(convert<f32>(x0[i, j]), convert<f32>(x1[j])); 0)"},
    {"%x: tensor<4x6xf32>, %w: tensor<6xf32>",
     "%r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x6xf32>, "
     "tensor<6xf32>) -> tensor<4xf64>",
     "tensor<4xf64>", ""},
    {"%x: tensor<4x6xf32>, %w: tensor<6xf32>",
     "%r = stablehlo.dot %x, %w : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4xf32>",
     "tensor<4xf32>", ""},
    {"%x: tensor<4x6xf32>, %i: tensor<i32>, %j: tensor<i32>",
     "%r = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 6] : (tensor<4x6xf32>, tensor<i32>, "
     "tensor<i32>) -> tensor<2x6xf32>",
     "tensor<2x6xf32>", "y[i, j] = x0[pick(i + at(x1)), j]"},
    {"%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i32>",
     "%r = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) "
     "-> tensor<4xf32>",
     "tensor<4xf32>", "y[i] = select(0 <= i - at(x2) < 2, x1[i - at(x2)], x0[i])"},
    {"%x: tensor<7x3xf32>, %i: tensor<5x1xi32>",
     "%r = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
     "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
     "indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<7x3xf32>, "
     "tensor<5x1xi32>) -> tensor<5x3xf32>",
     "tensor<5x3xf32>", "y[i, j] = x0[pick(at(x1[i, 0])), j]"},
    {"%x: tensor<7x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x3xf32>",
     "%r = \"stablehlo.scatter\"(%x, %i, %u) <{scatter_dimension_numbers = "
     "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
     "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
     "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n  %c = stablehlo.add %a, %b : tensor<f32>\n"
     "  stablehlo.return %c : tensor<f32>\n}) : (tensor<7x3xf32>, tensor<5x1xi32>, "
     "tensor<5x3xf32>) -> tensor<7x3xf32>",
     "tensor<7x3xf32>",
     "y[i, j] = fold[k](x0[i, j]; add(arg0, x2[k, j]) where 0 <= i - at(x1[k, 0]) < 1)"},
    {"%x: tensor<2xf32>, %y: tensor<3xi32>",
     "%r:2 = stablehlo.optimization_barrier %x, %y : tensor<2xf32>, tensor<3xi32>",
     "tensor<2xf32>, tensor<3xi32>", ""},
    {"%x: tensor<2xf32>", "%r = chlo.erf %x : tensor<2xf32> -> tensor<2xf32>", "tensor<2xf32>",
     "y[i] = erf(x0[i])"},
    {"%x: tensor<2xf32>", "%r = chlo.square %x : tensor<2xf32> -> tensor<2xf32>", "tensor<2xf32>",
     "y[i] = mul(x0[i], x0[i])"},
    {"%x: tensor<2xf32>, %y: tensor<2xf32>",
     "%r = chlo.zeta %x, %y : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>", "tensor<2xf32>",
     "y[i] = zeta(x0[i], x1[i])"},
    {"%x: tensor<2xf32>", "%r = chlo.is_inf %x : tensor<2xf32> -> tensor<2xi1>", "tensor<2xi1>",
     "y[i] = isInf(x0[i])"},
    {kX, "%r = stablehlo.reduce_precision %x, format = e5m10 : tensor<4x6xf32>", kMatrix,
     "y[i, j] = reducePrecision(x0[i, j], 65504)"},
    {kX,
     "%r = \"stablehlo.reduce_precision\"(%x) <{exponent_bits = 11 : i32, mantissa_bits = 23 : "
     "i32}> : (tensor<4x6xf32>) -> tensor<4x6xf32>",
     kMatrix, "y[i, j] = x0[i, j]"},
    {kX, "%r = sdy.reshard %x <mesh<[\"a\"=2]>, [{\"a\"}, {}]> : tensor<4x6xf32>", kMatrix,
     "y[i, j] = x0[i, j]"},
    {kX, "%r = sdy.sharding_constraint %x <mesh<[\"a\"=2]>, [{\"a\"}, {}]> : tensor<4x6xf32>",
     kMatrix, "y[i, j] = x0[i, j]"},
};

/// The formula of the first op of a program, or what went wrong.
std::string formulaText(const Program &program) {
  if (!program.module) return program.error();
  Pool pool;
  auto formula = formulaOf(program.firstOp(), pool);
  return formula ? str(*formula) : "none";
}

TEST(Formula, SaysOneElementOfEachResult) {
  for (const Row &row : kRows) {
    const Program program(oneOp(row.inputs, row.line, row.result));
    ASSERT_EQ(program.error(), "") << row.line;
    const std::string text = formulaText(program);
    if (*row.formula)
      EXPECT_EQ(llvm::StringRef(text).trim().str(), row.formula) << row.line;
    else
      RecordProperty(row.line, text);
  }
}

/// The element type that most ops take, for one that takes few.
std::string elementTypeFor(const OpInfo &op) {
  for (const char *bits : {"and", "or", "xor", "not", "shift_left", "shift_right_arithmetic",
                           "shift_right_logical", "popcnt", "count_leading_zeros"})
    if (op.mnemonic == bits) return "i32";
  return "f32";
}

TEST(Formula, OfRegularOpsIsOneScalarOfEachOperand) {
  int regular = 0;
  for (const OpInfo &op : allOps()) {
    const bool same = llvm::all_of(op.operands, [](const OperandInfo &operand) {
      return operand.role == OperandRole::same && !operand.variadic;
    });
    const bool isOther = op.mnemonic == "compare" || op.mnemonic == "complex";
    if (!op.broadcasts || !same || isOther || op.dialect != "stablehlo") continue;
    const std::string type = "tensor<3x" + elementTypeFor(op) + ">";
    std::string inputs, operands;
    for (size_t k = 0; k < op.operands.size(); ++k) {
      const std::string comma = k ? ", " : "";
      inputs += comma + "%x" + std::to_string(k) + ": " + type;
      operands += comma + "%x" + std::to_string(k);
    }
    const Program program(
        oneOp(inputs, "%r = " + op.name.str() + " " + operands + " : " + type, type));
    const std::string text = formulaText(program);
    EXPECT_TRUE(llvm::StringRef(text).starts_with("y[i] = ")) << op.name.str() << ": " << text;
    ++regular;
  }
  EXPECT_GE(regular, 36);
}

TEST(Formula, EveryOpHasATest) {
  std::set<std::string> tested;
  for (const Row &row : kRows) {
    const llvm::StringRef line = llvm::StringRef(row.line).split("= ").second;
    tested.insert(line.trim("\"").split(' ').first.split('(').first.split('"').first.str());
  }
  for (const OpInfo &op : allOps())
    if (op.hasFormula && !op.broadcasts) EXPECT_TRUE(tested.count(op.name.str())) << op.name.str();
}

TEST(Formula, TakesTheCombinerOfAnArgmaxBody) {
  const Program program(R"(
func.func public @main(%x: tensor<4x6xf32>, %k: tensor<4x6xi32>, %a: tensor<f32>, %b: tensor<i32>)
    -> (tensor<4xf32>, tensor<4xi32>) {
  %r:2 = stablehlo.reduce(%x init: %a), (%k init: %b) across dimensions = [1]
      : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>)
      -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>)  {
    %gt = stablehlo.compare GT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %gt, %p, %q : tensor<i1>, tensor<f32>
    %w = stablehlo.select %gt, %m, %n : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi32>
})");
  ASSERT_EQ(program.error(), "");
  Pool pool;
  auto formula = formulaOf(program.firstOp(), pool);
  ASSERT_TRUE(formula);
  ASSERT_EQ(formula->results.size(), 2u);
  EXPECT_EQ(formula->results[0].value->kind, Kind::Item);
  EXPECT_EQ(formula->results[0].value->args[0], formula->results[1].value->args[0]);
}

} // namespace
} // namespace shardc::test
