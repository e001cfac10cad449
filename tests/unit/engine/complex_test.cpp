// SPDX-License-Identifier: Apache-2.0
// Complex numbers in the text of kernels, for every set of instructions: the bits of the reference
// evaluation, and known values of that.
#include "tests/support/compile.h"
#include "tests/support/engine.h"

#include "llvm/ADT/STLExtras.h"
#include <gmock/gmock.h>

#include <complex>
#include <random>

namespace shardc::test {
namespace {

using Values = std::vector<std::complex<double>>;
using testing::ElementsAre;

/// With $C in place of the type, and $F of its parts.
std::string programOf(ElementType type, std::string text) {
  const std::string part = info(*partOf(type)).name;
  for (const auto &[word, name] :
       {std::pair<std::string, std::string>{"$C", "complex<" + part + ">"}, {"$F", part}})
    for (size_t at = 0; (at = text.find(word, at)) != std::string::npos;)
      text.replace(at, 2, name);
  return text;
}

HostTensor tensorOf(const TensorSpec &type, const Values &values) {
  HostTensor tensor = HostTensor::zeros(type);
  for (int64_t k = 0; k < type.elements(); ++k) {
    const std::complex<double> value = values[static_cast<size_t>(k) % values.size()];
    tensor.set(k, info(type.type).isComplex ? Number::complex(type.type, value.real(), value.imag())
                                            : Number::of(type.type, value.real()));
  }
  return tensor;
}

/// What the first output comes to; all outputs are alike on all engines.
Values run(const std::string &program, const Values &given) {
  const Compiled compiled = compile(program, "");
  EXPECT_TRUE(compiled.plan) << compiled.messages() << program;
  if (!compiled.plan) return {};
  std::vector<HostTensor> inputs;
  for (const auto &input : compiled.plan->inputs)
    inputs.push_back(tensorOf(input.type, given));
  const std::vector<HostTensor> expected = runOn(*compiled.plan, inputs);
  for (const std::string &isa : instructionsOfProcessor()) {
    const std::vector<HostTensor> got = runCompiled(*compiled.plan, inputs, isa);
    for (size_t k = 0; k < expected.size(); ++k)
      EXPECT_EQ(got[k].data, expected[k].data) << "output " << k << ", " << isa << " of\n"
                                               << program;
  }
  Values values;
  for (int64_t k = 0; k < expected[0].type.elements(); ++k)
    values.push_back({expected[0].at(k).asDouble(), expected[0].at(k).imaginary});
  return values;
}

Values random(size_t count) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  Values values(count);
  for (auto &value : values)
    value = {normal(random), normal(random)};
  return values;
}

const std::vector<ElementType> kTypes = {ElementType::c64, ElementType::c128};

TEST(EngineComplex, FunctionsHaveTheBitsOfTheReference) {
  std::string body, results, types;
  for (const char *op : {"negate", "sign", "sqrt", "rsqrt", "exponential", "exponential_minus_one",
                         "log", "log_plus_one", "logistic", "sine", "cosine", "tan", "tanh"}) {
    body += std::string("    %") + op + " = stablehlo." + op + " %x : tensor<37x$C>\n";
    results += std::string("%") + op + ", ";
    types += "tensor<37x$C>, ";
  }
  for (ElementType type : kTypes)
    run(programOf(type, "func.func @main(%x: tensor<37x$C>) -> (" + types + "tensor<37x$F>) {\n" +
                            body +
                            "    %abs = stablehlo.abs %x : (tensor<37x$C>) -> tensor<37x$F>\n" +
                            "    return " + results + "%abs : " + types + "tensor<37x$F>\n}"),
        random(37));
}

TEST(EngineComplex, PartsAreTakenAndPutTogether) {
  const std::string text = R"(func.func @main(%x: tensor<2x$C>) -> tensor<2x$C> {
    %re = stablehlo.real %x : (tensor<2x$C>) -> tensor<2x$F>
    %im = stablehlo.imag %x : (tensor<2x$C>) -> tensor<2x$F>
    %y = stablehlo.complex %im, %re : tensor<2x$C>
    %z = chlo.conj %y : tensor<2x$C> -> tensor<2x$C>
    return %z : tensor<2x$C>
  })";
  for (ElementType type : kTypes)
    EXPECT_EQ(run(programOf(type, text), {{1, 2}, {-3, 0.5}}), (Values{{2, -1}, {0.5, 3}}));
}

TEST(EngineComplex, CubesOfCubeRootsAreTheNumbers) {
  const std::string text = R"(func.func @main(%x: tensor<2x$C>) -> tensor<2x$C> {
    %r = stablehlo.cbrt %x : tensor<2x$C>
    %c = stablehlo.multiply %r, %r : tensor<2x$C>
    %d = stablehlo.multiply %c, %r : tensor<2x$C>
    return %d : tensor<2x$C>
  })";
  const Values given = {{3, 2}, {-3, 0.5}};
  for (ElementType type : kTypes)
    for (auto [made, number] : llvm::zip_equal(run(programOf(type, text), given), given))
      EXPECT_NEAR(std::abs(made - number), 0, 1e-5);
}

TEST(EngineComplex, TangentsOfAnglesAreTheQuotients) {
  const std::string text = R"(func.func @main(%y: tensor<2x$C>) -> tensor<2x$C> {
    %x = stablehlo.constant dense<[(1.0, -2.0), (0.5, 4.0)]> : tensor<2x$C>
    %a = stablehlo.atan2 %y, %x : tensor<2x$C>
    %t = stablehlo.tan %a : tensor<2x$C>
    %m = stablehlo.multiply %t, %x : tensor<2x$C>
    return %m : tensor<2x$C>
  })";
  const Values given = {{3, 2}, {-3, 0.5}};
  for (ElementType type : kTypes)
    for (auto [made, number] : llvm::zip_equal(run(programOf(type, text), given), given))
      EXPECT_NEAR(std::abs(made - number), 0, 1e-5);
}

TEST(EngineComplex, LiteralsAreOfTwoNumbers) {
  const std::string text = R"(func.func @main(%x: tensor<3x$C>) -> tensor<3x$C> {
    %c = stablehlo.constant dense<[(1.0, -2.0), (0.5, 4.0), (-0.0, 3.0)]> : tensor<3x$C>
    %i = stablehlo.constant dense<(0.0, 1.0)> : tensor<3x$C>
    %y = stablehlo.multiply %c, %i : tensor<3x$C>
    %z = stablehlo.add %x, %y : tensor<3x$C>
    return %z : tensor<3x$C>
  })";
  for (ElementType type : kTypes)
    EXPECT_EQ(run(programOf(type, text), {{0, 0}}), (Values{{2, 1}, {-4, 0.5}, {-3, 0}}));
}

TEST(EngineComplex, ComparesBothParts) {
  const std::string text = R"(func.func @main(%x: tensor<3x$C>) -> tensor<3xi32> {
    %c = stablehlo.constant dense<(1.0, 2.0)> : tensor<3x$C>
    %e = stablehlo.compare EQ, %x, %c, FLOAT : (tensor<3x$C>, tensor<3x$C>) -> tensor<3xi1>
    %z = stablehlo.convert %e : (tensor<3xi1>) -> tensor<3xi32>
    return %z : tensor<3xi32>
  })";
  for (ElementType type : kTypes)
    EXPECT_EQ(run(programOf(type, text), {{1, 2}, {1, 3}, {0, 2}}), (Values{1, 0, 0}));
}

TEST(EngineComplex, ConversionsTakeTheRealPart) {
  const std::string text = R"(func.func @main(%x: tensor<2x$C>) -> tensor<2x$C> {
    %r = stablehlo.convert %x : (tensor<2x$C>) -> tensor<2xi32>
    %t = stablehlo.convert %x : (tensor<2x$C>) -> tensor<2xi1>
    %a = stablehlo.convert %r : (tensor<2xi32>) -> tensor<2x$C>
    %b = stablehlo.convert %t : (tensor<2xi1>) -> tensor<2x$C>
    %z = stablehlo.add %a, %b : tensor<2x$C>
    return %z : tensor<2x$C>
  })";
  for (ElementType type : kTypes)
    EXPECT_EQ(run(programOf(type, text), {{2.75, 8}, {0, 1}}), (Values{3, 1}));
}

TEST(EngineComplex, SumsFollowTheirTree) {
  const std::string text = R"(func.func @main(%x: tensor<300x70x$C>, %y: tensor<70x9x$C>)
      -> (tensor<$C>, tensor<300x$C>, tensor<70x$C>, tensor<300x9x$C>, tensor<300x$C>) {
    %c = stablehlo.constant dense<(0.0, 0.0)> : tensor<$C>
    %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<$C>
    %all = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<300x70x$C>, tensor<$C>) -> tensor<$C>
    %rows = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1]
      : (tensor<300x70x$C>, tensor<$C>) -> tensor<300x$C>
    %columns = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0]
      : (tensor<300x70x$C>, tensor<$C>) -> tensor<70x$C>
    %product = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<300x70x$C>, tensor<70x9x$C>) -> tensor<300x9x$C>
    %times = stablehlo.reduce(%x init: %one) applies stablehlo.multiply across dimensions = [1]
      : (tensor<300x70x$C>, tensor<$C>) -> tensor<300x$C>
    return %all, %rows, %columns, %product, %times
      : tensor<$C>, tensor<300x$C>, tensor<70x$C>, tensor<300x9x$C>, tensor<300x$C>
  })";
  const Values values = random(21000);
  std::complex<double> sum = 0;
  for (std::complex<double> value : values)
    sum += value;
  for (ElementType type : kTypes) {
    const Values got = run(programOf(type, text), values);
    ASSERT_EQ(got.size(), 1u);
    EXPECT_LT(std::abs(got[0] - sum), type == ElementType::c64 ? 1e-3 : 1e-11);
  }
}

TEST(EngineComplex, AreMovedGatheredAndScattered) {
  const std::string text =
      R"(func.func @main(%x: tensor<5x3x$C>) -> (tensor<3x5x$C>, tensor<2x3x$C>,
      tensor<5x3x$C>, tensor<7x3x$C>) {
    %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<5x3x$C>) -> tensor<3x5x$C>
    %i = stablehlo.constant dense<[[4], [1]]> : tensor<2x1xi32>
    %g = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
      collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1, 3>}> : (tensor<5x3x$C>, tensor<2x1xi32>) -> tensor<2x3x$C>
    %s = "stablehlo.scatter"(%x, %i, %g) <{scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<$C>, %b: tensor<$C>):
      %sum = stablehlo.add %a, %b : tensor<$C>
      stablehlo.return %sum : tensor<$C>
    }) : (tensor<5x3x$C>, tensor<2x1xi32>, tensor<2x3x$C>) -> tensor<5x3x$C>
    %c = stablehlo.constant dense<(7.0, -1.0)> : tensor<$C>
    %p = stablehlo.pad %x, %c, low = [1, 0], high = [1, 0], interior = [0, 0]
      : (tensor<5x3x$C>, tensor<$C>) -> tensor<7x3x$C>
    return %t, %g, %s, %p : tensor<3x5x$C>, tensor<2x3x$C>, tensor<5x3x$C>, tensor<7x3x$C>
  })";
  const Values values = random(15);
  for (ElementType type : kTypes)
    EXPECT_NEAR(run(programOf(type, text), values)[1].imag(), values[3].imag(), 1e-7);
}

TEST(EngineComplex, TheLargerHasTheLargerRealPartOrElseImaginaryPart) {
  const std::string text = R"(func.func @main(%x: tensor<4x$C>) -> tensor<8x$C> {
    %r = stablehlo.reverse %x, dims = [0] : tensor<4x$C>
    %l = stablehlo.maximum %x, %r : tensor<4x$C>
    %s = stablehlo.minimum %x, %r : tensor<4x$C>
    %y = stablehlo.concatenate %l, %s, dim = 0 : (tensor<4x$C>, tensor<4x$C>) -> tensor<8x$C>
    return %y : tensor<8x$C>
  })";
  const std::complex<double> low(1, 2), high(1, 3), left(-2, 9), right(0, -5);
  for (ElementType type : kTypes) {
    const auto got = run(programOf(type, text), {low, left, right, high});
    EXPECT_EQ(got[0], high);
    EXPECT_EQ(got[1], right);
    EXPECT_EQ(got[4], low);
    EXPECT_EQ(got[5], left);
  }
}

/// Refused at the op, with a code.
TEST(EngineComplex, WhatHasNoMeaningIsRefused) {
  for (const char *op : {"remainder", "and"}) {
    const Compiled compiled = compile(std::string("func.func @main(%x: tensor<2xcomplex<f32>>) -> "
                                                  "tensor<2xcomplex<f32>> {\n  %y = stablehlo.") +
                                          op + " %x, %x : tensor<2xcomplex<f32>>\n" +
                                          "  return %y : tensor<2xcomplex<f32>>\n}",
                                      "");
    EXPECT_THAT(compiled.ids(), ElementsAre("unsupported-type")) << op;
    EXPECT_THAT(compiled.messages(), testing::StartsWith("error 2:")) << op;
  }
}

} // namespace
} // namespace shardc::test
