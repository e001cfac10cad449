// SPDX-License-Identifier: Apache-2.0
// Which kernels libraries are asked for, and what they are told of them.
#include "formulas.h"
#include "functions.h"

#include "codegen/kernel/forms/library/convolution.h"
#include "codegen/kernel/forms/library/matrix_product.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

constexpr ElementType f32 = ElementType::f32;

/// A formula of one result, on devices that have `cuts`, as `find` sees it.
template <typename Find>
auto found(const Formula &formula, Find find, ArrayRef<Cut> cuts = {}) {
  const SmallVector<Windows, 2> whole(formula.operands.size(), Windows::whole);
  const Function function = functionOf("f", formula, cuts, whole);
  const DeviceLayout layout = deviceLayout(function);
  return find(KernelView(function.kernels[0], layout));
}

std::string text(const Amount &amount) {
  std::string text = std::to_string(amount.factor);
  for (const DeviceField *field : amount.sizes)
    text += " * " + field->name;
  return text;
}
std::string text(const ProductLoop &loop) {
  return text(loop.count) + ": " + text(loop.left) + ", " + text(loop.right) + ", " +
         text(loop.result);
}

class LibraryForms : public testing::Test {
protected:
  Pool pool;
  Build b{pool};

  Expr sum(ArrayRef<Expr> loops, Expr x, Expr y) {
    return b.reduce(Fn::add, loops, b.call(Fn::term, {x, y}), std::nullopt);
  }
  /// y[n, i] = sum over k and c of x[n, i * stride + k * dilation - before, c] * w[k, c, o].
  void convolution(int64_t source, int64_t window, int64_t output, int64_t stride, int64_t dilation,
                   int64_t before, bool isCut = false) {
    Expr n = b.loop(4, "n"), i = b.loop(output, "i"), o = b.loop(8, "o"), k = b.loop(window, "k"),
         c = b.loop(6, "c");
    Expr at = expr::linear(pool, -before, {{stride, i}, {dilation, k}});
    Expr x = b.load(f32, {4, source, 6}, {n, at, c});
    Expr held = expr::within(at, 0, source - (isCut ? 1 : 0));
    Expr w = b.load(f32, {window, 6, 8}, {k, c, o});
    b.result(f32, {4, output, 8}, {n, i, o},
             sum({c, k}, expr::select(held, x, b.number(f32, 0)), w));
  }
};

TEST_F(LibraryForms, ProductIsLoopsByStrides) {
  Expr i = b.loop(64, "i"), j = b.loop(48, "j"), k = b.loop(32, "k");
  Expr x = b.load(f32, {64, 32}, {i, k}), w = b.load(f32, {48, 32}, {j, k});
  b.result(f32, {64, 48}, {i, j}, sum({k}, x, w));
  const auto product = found(b.formula, matrixProductOf);
  ASSERT_TRUE(product);
  EXPECT_EQ(text(product->rows), "64: 32, 0, 48");
  EXPECT_EQ(text(product->columns), "48: 0, 32, 1");
  EXPECT_EQ(text(product->terms), "32: 1, 1, 0");
  EXPECT_TRUE(product->batches.empty());
}

TEST_F(LibraryForms, ProductOfTransposedResultHasItsFactorsExchanged) {
  Expr j = b.loop(48, "j"), i = b.loop(64, "i"), k = b.loop(32, "k");
  Expr x = b.load(f32, {64, 32}, {i, k}), w = b.load(f32, {32, 48}, {k, j});
  b.result(f32, {48, 64}, {j, i}, sum({k}, x, w));
  const auto product = found(b.formula, matrixProductOf);
  ASSERT_TRUE(product);
  EXPECT_EQ(product->left, 1);
  EXPECT_EQ(text(product->columns), "64: 0, 32, 1");
}

TEST_F(LibraryForms, LoopsThatLieBehindOneAnotherAreOne) {
  Expr n = b.loop(4, "n"), i = b.loop(16, "i"), j = b.loop(48, "j"), k = b.loop(32, "k");
  Expr x = b.load(f32, {4, 16, 32}, {n, i, k}), w = b.load(f32, {32, 48}, {k, j});
  b.result(f32, {4, 16, 48}, {n, i, j}, sum({k}, x, w));
  const auto product = found(b.formula, matrixProductOf);
  ASSERT_TRUE(product);
  EXPECT_EQ(text(product->rows), "64: 32, 0, 48");
  EXPECT_TRUE(product->batches.empty());
}

TEST_F(LibraryForms, SmallProductStaysAKernel) {
  Expr i = b.loop(8, "i"), j = b.loop(8, "j"), k = b.loop(8, "k");
  Expr x = b.load(f32, {8, 8}, {i, k}), w = b.load(f32, {8, 8}, {k, j});
  b.result(f32, {8, 8}, {i, j}, sum({k}, x, w));
  EXPECT_FALSE(found(b.formula, matrixProductOf));
}

TEST_F(LibraryForms, ConvolutionHasItsPaddingFromConditions) {
  convolution(15, 3, 8, 2, 1, 1);
  const auto found = test::found(b.formula, convolutionOf);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->result, runtime::ConvolutionResult::output);
  ASSERT_EQ(found->places.size(), 1U);
  const ConvolutionPlace &place = found->places[0];
  EXPECT_EQ(place.source.extent, 15);
  EXPECT_EQ(place.window.extent, 3);
  EXPECT_EQ(place.stride, 2);
  EXPECT_EQ(place.dilation, 1);
  EXPECT_EQ(place.before, 1);
}

TEST_F(LibraryForms, WindowLongerThanTheResultIsAGradient) {
  convolution(15, 8, 3, 1, 2, 1);
  const auto found = test::found(b.formula, convolutionOf);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->result, runtime::ConvolutionResult::window);
  EXPECT_EQ(found->places[0].window.extent, 3);
  EXPECT_EQ(found->places[0].stride, 2);
}

TEST_F(LibraryForms, QuotientLessANumberIsAGradientOfTheSource) {
  Expr n = b.loop(4, "n"), i = b.loop(14, "i"), o = b.loop(8, "o"), k = b.loop(3, "k"),
       c = b.loop(6, "c");
  Expr at = expr::add(i, k);
  Expr y = b.load(f32, {4, 7, 6}, {n, expr::add(expr::div(at, 2), -1), c});
  Expr held = b.call(Fn::both, {expr::within(expr::mod(at, 2), 0, 1), expr::within(at, 2, 16)});
  Expr w = b.load(f32, {3, 8, 6}, {expr::linear(pool, 2, {{-1, k}}), o, c});
  b.result(f32, {4, 14, 8}, {n, i, o}, sum({c, k}, expr::select(held, y, b.number(f32, 0)), w));
  const auto found = test::found(b.formula, convolutionOf);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->result, runtime::ConvolutionResult::source);
  EXPECT_EQ(found->places[0].stride, 2);
  EXPECT_EQ(found->places[0].before, 0);
}

TEST_F(LibraryForms, ConditionThatIsNoPaddingIsNoConvolution) {
  convolution(15, 3, 8, 2, 1, 1, /*isCut=*/true);
  EXPECT_FALSE(found(b.formula, convolutionOf));
}

TEST_F(LibraryForms, PlacesThatDevicesShareOutStayAKernel) {
  convolution(15, 3, 8, 2, 1, 1);
  EXPECT_FALSE(found(b.formula, convolutionOf, {{1, {0, 4, 8}}}));
}

/// A product of 64 by 48, and what has been made of it as the result.
class Epilogues : public LibraryForms {
protected:
  Expr i = b.loop(64, "i"), j = b.loop(48, "j"), k = b.loop(32, "k");
  Expr product = sum({k}, b.load(f32, {64, 32}, {i, k}), b.load(f32, {32, 48}, {k, j}));

  Expr add(Expr x, Expr y) { return b.call(Fn::add, {x, y}); }
  Expr mul(double number, Expr x) { return b.call(Fn::mul, {b.number(f32, number), x}); }
  std::optional<MatrixProduct> of(Expr value) {
    b.result(f32, {64, 48}, {i, j}, value);
    return found(b.formula, matrixProductOf);
  }
};

TEST_F(Epilogues, ScaleWhatIsAddedAndABiasAreAnEpilogue) {
  Expr c = b.load(f32, {64, 48}, {i, j}), bias = b.load(f32, {48}, {j});
  const auto found = of(add(b.call(Fn::sub, {mul(2, c), mul(0.5, product)}), bias));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->epilogue.scale, -0.5);
  EXPECT_EQ(found->epilogue.share, 2);
  EXPECT_EQ(found->epilogue.added, c);
  EXPECT_EQ(found->epilogue.bias, bias);
  EXPECT_EQ(found->epilogue.activation, runtime::Activation::none);
  EXPECT_EQ(text(found->rows.added) + " " + text(found->columns.bias), "48 1");
}

TEST_F(Epilogues, ReluIsTheLargerOfZero) {
  const auto found = of(b.call(Fn::max, {b.number(f32, 0), add(product, b.load(f32, {48}, {j}))}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->epilogue.activation, runtime::Activation::relu);
  EXPECT_TRUE(found->epilogue.bias);
}

TEST_F(Epilogues, GeluIsFoundHoweverItIsWritten) {
  Expr x = product, square = b.call(Fn::mul, {x, x});
  Expr cubes = add(mul(0.7978845608, x), mul(0.0356774081, b.call(Fn::mul, {square, x})));
  const auto found = of(mul(0.5, add(x, b.call(Fn::mul, {b.call(Fn::tanh, {cubes}), x}))));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->epilogue.activation, runtime::Activation::gelu);
  EXPECT_EQ(found->epilogue.scale, 1);
}

TEST_F(Epilogues, GeluOfAnotherConstantIsNone) {
  Expr x = product, square = b.call(Fn::mul, {x, x});
  Expr cubes = add(mul(0.7978845608, x), mul(0.0357, b.call(Fn::mul, {square, x})));
  EXPECT_FALSE(of(mul(0.5, add(x, b.call(Fn::mul, {b.call(Fn::tanh, {cubes}), x})))));
}

TEST_F(Epilogues, BiasOfRowsIsNoEpilogue) {
  EXPECT_FALSE(of(add(product, b.load(f32, {64}, {i}))));
}

TEST_F(Epilogues, BiasTimesANumberIsNoEpilogue) {
  EXPECT_FALSE(of(add(product, mul(2, b.load(f32, {48}, {j})))));
}

TEST_F(Epilogues, WhatIsAddedIsNotTransposed) {
  EXPECT_FALSE(of(add(product, b.load(f32, {48, 64}, {j, i}))));
}

TEST_F(Epilogues, AnyOtherFunctionOfASumIsNoEpilogue) {
  EXPECT_FALSE(of(b.call(Fn::tanh, {product})));
}

} // namespace
} // namespace shardc::test
