// SPDX-License-Identifier: Apache-2.0
// Floats of 16 and 8 bits in the text of kernels, for every set of instructions: what rounds, and
// where sums are rounded. Known values, and the bits of the reference evaluation.
#include "tests/support/compile.h"
#include "tests/support/engine.h"

#include <gmock/gmock.h>

namespace shardc::test {
namespace {

/// Those of 16 bits, or of 8.
std::vector<ElementType> narrowTypes(int bits = 16) {
  std::vector<ElementType> types;
  for (ElementType type : elementTypes())
    if (info(type).isNarrow && info(type).bits == bits) types.push_back(type);
  return types;
}

/// With $E in place of the type.
std::string programOf(ElementType type, std::string text) {
  for (size_t at = 0; (at = text.find("$E", at)) != std::string::npos;)
    text.replace(at, 2, info(type).name);
  return text;
}

/// What one output comes to, on all engines alike.
std::vector<double> run(const std::string &program, ArrayRef<std::vector<double>> given) {
  const Compiled compiled = compile(program, "");
  EXPECT_TRUE(compiled.plan) << compiled.messages() << program;
  if (!compiled.plan) return {};
  std::vector<HostTensor> inputs;
  for (auto [input, values] : llvm::zip_equal(compiled.plan->inputs, given)) {
    inputs.push_back(HostTensor::zeros(input.type));
    for (int64_t k = 0; k < input.type.elements(); ++k)
      inputs.back().set(k, Number::of(input.type.type, values[k % values.size()]));
  }
  const HostTensor expected = runOn(*compiled.plan, inputs).front();
  for (const std::string &isa : instructionsOfProcessor())
    EXPECT_EQ(runCompiled(*compiled.plan, inputs, isa).front().data, expected.data)
        << isa << " of\n"
        << program;
  std::vector<double> values;
  for (int64_t k = 0; k < expected.type.elements(); ++k)
    values.push_back(expected.at(k).asDouble());
  return values;
}

using testing::ElementsAre;

TEST(EngineNarrow, EachOpRounds) {
  const std::string text = R"(func.func @main(%x: tensor<3xbf16>) -> tensor<3xbf16> {
    %c = stablehlo.constant dense<1.0> : tensor<3xbf16>
    %a = stablehlo.add %x, %c : tensor<3xbf16>
    %z = stablehlo.subtract %a, %c : tensor<3xbf16>
    return %z : tensor<3xbf16>
  })";
  EXPECT_THAT(run(text, {{0x1p-8, 0x1.8p-8, 0x1p-7}}), ElementsAre(0, 0x1p-7, 0x1p-7));
}

TEST(EngineNarrow, ConversionsAreNotLeftOut) {
  const std::string text = R"(func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
    %a = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xf16>
    %b = stablehlo.convert %a : (tensor<3xf16>) -> tensor<3xbf16>
    %z = stablehlo.convert %b : (tensor<3xbf16>) -> tensor<3xf32>
    return %z : tensor<3xf32>
  })";
  EXPECT_THAT(run(text, {{1.001, -7e4, 3e-8}}),
              ElementsAre(1, -std::numeric_limits<double>::infinity(), 0x1p-25 * 2));
}

TEST(EngineNarrow, SumsAreRoundedOnce) {
  for (ElementType type : narrowTypes())
    EXPECT_THAT(run(programOf(type, R"(func.func @main(%x: tensor<4096x$E>) -> tensor<$E> {
    %c = stablehlo.constant dense<1.0> : tensor<$E>
    %z = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0]
      : (tensor<4096x$E>, tensor<$E>) -> tensor<$E>
    return %z : tensor<$E>
  })"),
                    {{0.25, 0.25, 0.5, 1}}),
                ElementsAre(Number::of(type, 2049.0).real))
        << info(type).name;
}

TEST(EngineNarrow, ProductsAreSumsOfProductsThatAreNotRounded) {
  for (ElementType type : narrowTypes())
    EXPECT_THAT(
        run(programOf(
                type,
                R"(func.func @main(%x: tensor<1x64x$E>, %y: tensor<64x1x$E>) -> tensor<1x1x$E> {
    %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<1x64x$E>, tensor<64x1x$E>) -> tensor<1x1x$E>
    return %z : tensor<1x1x$E>
  })"),
            {{1.0078125, 1}, {1.0078125, -1}}),
        ElementsAre(Number::of(type, 32 * (1.0078125 * 1.0078125 - 1)).real))
        << info(type).name;
}

TEST(EngineNarrow, LargestOnesAndWindowsAreThoseOfTheTypeItself) {
  for (ElementType type : narrowTypes())
    EXPECT_THAT(run(programOf(type, R"(func.func @main(%x: tensor<6x$E>) -> tensor<4x$E> {
    %c = stablehlo.constant dense<0.0> : tensor<$E>
    %m = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0]
      : (tensor<6x$E>, tensor<$E>) -> tensor<$E>
    %w = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 3>}> ({
      ^bb0(%a: tensor<$E>, %b: tensor<$E>):
        %s = stablehlo.add %a, %b : tensor<$E>
        stablehlo.return %s : tensor<$E>
    }) : (tensor<6x$E>, tensor<$E>) -> tensor<4x$E>
    %n = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<$E>) -> tensor<4x$E>
    %z = stablehlo.subtract %w, %n : tensor<4x$E>
    return %z : tensor<4x$E>
  })"),
                    {{1, -2, 4, 8, -16, 32}}),
                ElementsAre(3 - 32, 10 - 32, -4 - 32, 24 - 32))
        << info(type).name;
}

TEST(EngineNarrow, FunctionsAreThoseOfFloatsRounded) {
  const double inf = std::numeric_limits<double>::infinity();
  for (const char *name : {"exponential", "log", "tanh", "sqrt", "rsqrt", "logistic", "sine",
                           "negate", "abs", "sign", "floor", "cbrt"})
    for (ElementType type : narrowTypes()) {
      const auto text = [&](ElementType of, const std::string &before, const std::string &after) {
        const std::string element = info(of).name;
        return programOf(type, "func.func @main(%x: tensor<40x$E>) -> tensor<40x$E> {\n" + before +
                                   "%b = stablehlo." + name + " %a : tensor<40x" + element + ">\n" +
                                   after + "return %z : tensor<40x$E>\n}\n");
      };
      const std::string own = text(type, "%a = stablehlo.negate %x : tensor<40x$E>\n",
                                   "%z = stablehlo.negate %b : tensor<40x$E>\n");
      const std::string wide =
          text(ElementType::f32,
               "%n = stablehlo.negate %x : tensor<40x$E>\n"
               "%a = stablehlo.convert %n : (tensor<40x$E>) -> tensor<40xf32>\n",
               "%r = stablehlo.convert %b : (tensor<40xf32>) -> tensor<40x$E>\n"
               "%z = stablehlo.negate %r : tensor<40x$E>\n");
      const std::vector<double> numbers = {0.5, -0.7, 3, -11, 1e-5, 0, -inf, inf, 0x1p-24};
      const auto got = run(own, {numbers}), expected = run(wide, {numbers});
      ASSERT_EQ(got.size(), expected.size());
      for (size_t k = 0; k < got.size(); ++k)
        EXPECT_TRUE(got[k] == expected[k] || (got[k] != got[k] && expected[k] != expected[k]))
            << name << " of " << info(type).name << " " << numbers[k % numbers.size()];
    }
}

TEST(EngineNarrow, AreWidenedAndRoundedInVectors) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> numbers = {1, -0x1.01p0, 3e-8, 0x1p-24, 7e4, -inf, inf, 0.1, 65504};
  for (ElementType type : narrowTypes()) {
    const auto got =
        run(programOf(type, R"(func.func @main(%x: tensor<3x121x$E>) -> tensor<3x121x$E> {
    %a = stablehlo.convert %x : (tensor<3x121x$E>) -> tensor<3x121xf32>
    %c = stablehlo.constant dense<1.001> : tensor<3x121xf32>
    %b = stablehlo.multiply %a, %c : tensor<3x121xf32>
    %z = stablehlo.convert %b : (tensor<3x121xf32>) -> tensor<3x121x$E>
    return %z : tensor<3x121x$E>
  })"),
            {numbers});
    ASSERT_EQ(got.size(), 363u);
    for (size_t k = 0; k < got.size(); ++k) {
      const auto x = static_cast<float>(Number::of(type, numbers[k % numbers.size()]).real);
      EXPECT_EQ(got[k], Number::of(type, double{x * 1.001f}).real) << info(type).name << " " << x;
    }
  }
}

bool areEqual(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }

TEST(EngineNarrow, ProductsOfBytesAreAddedUpInF32AndRoundedOnce) {
  const std::vector<double> left = {0.5, 1, 2, 1}, right = {0.25, -0.5, 1, 1};
  for (ElementType type : narrowTypes(8))
    for (const char *made : {"f32", "bf16", "f16", info(type).name}) {
      const std::string text = programOf(
          type, R"(func.func @main(%x: tensor<3x64x$E>, %y: tensor<64x2x$E>) -> tensor<3x2x$M> {
    %z = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<3x64x$E>, tensor<64x2x$E>) -> tensor<3x2x$M>
    return %z : tensor<3x2x$M>
  })");
      std::string own = text;
      for (size_t at = 0; (at = own.find("$M", at)) != std::string::npos;)
        own.replace(at, 2, made);
      const auto got = run(own, {left, right});
      ASSERT_EQ(got.size(), 6u);
      const auto number = [&](ArrayRef<double> of, int k) {
        return Number::of(type, of[k % of.size()]).real;
      };
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 2; ++j) {
          double sum = 0;
          for (int k = 0; k < 64; ++k)
            sum += number(left, i * 64 + k) * number(right, k * 2 + j);
          const auto to = llvm::find_if(
              elementTypes(), [&](ElementType each) { return StringRef(info(each).name) == made; });
          EXPECT_TRUE(areEqual(got[i * 2 + j], Number::of(*to, sum).real))
              << info(type).name << " to " << made << " " << got[i * 2 + j] << " " << sum;
        }
    }
}

TEST(EngineNarrow, BytesAreWidenedAndRoundedInVectors) {
  std::vector<double> numbers;
  for (int k = -200; k < 200; ++k)
    numbers.push_back(k == 0 ? 0 : std::copysign(std::ldexp(1 + k % 16 / 16.0, k % 23 - 12), k));
  for (ElementType type : narrowTypes(8)) {
    const auto got =
        run(programOf(type, R"(func.func @main(%x: tensor<4x121x$E>) -> tensor<4x121x$E> {
    %a = stablehlo.convert %x : (tensor<4x121x$E>) -> tensor<4x121xf32>
    %c = stablehlo.constant dense<1.125> : tensor<4x121xf32>
    %b = stablehlo.multiply %a, %c : tensor<4x121xf32>
    %z = stablehlo.convert %b : (tensor<4x121xf32>) -> tensor<4x121x$E>
    return %z : tensor<4x121x$E>
  })"),
            {numbers});
    ASSERT_EQ(got.size(), 484u);
    for (size_t k = 0; k < got.size(); ++k) {
      const double x = Number::of(type, numbers[k % numbers.size()]).real;
      EXPECT_TRUE(areEqual(got[k], Number::of(type, x * 1.125).real))
          << info(type).name << " " << x;
    }
  }
}

TEST(EngineNarrow, BytesHaveWhatTheirFormatsHave) {
  const std::string text = R"(func.func @main(%x: tensor<4x$E>) -> tensor<4x$E> {
    %z = stablehlo.add %x, %x : tensor<4x$E>
    return %z : tensor<4x$E>
  })";
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  using testing::NanSensitiveDoubleEq;
  const auto doubled = [&](ElementType type) {
    return run(programOf(type, text), {{-0.0, 12, 300, nan}});
  };
  const auto are = [&](double zero, double small, double large) {
    return ElementsAre(zero, small, NanSensitiveDoubleEq(large), NanSensitiveDoubleEq(nan));
  };
  EXPECT_THAT(doubled(ElementType::f8E5M2), are(-0.0, 24, 640));
  EXPECT_THAT(doubled(ElementType::f8E4M3), are(-0.0, 24, inf));
  EXPECT_THAT(doubled(ElementType::f8E3M4), are(-0.0, inf, inf));
  EXPECT_THAT(doubled(ElementType::f8E4M3FN), are(-0.0, 24, nan));
  EXPECT_THAT(doubled(ElementType::f8E4M3B11FNUZ), are(0, 24, nan));
  EXPECT_TRUE(std::signbit(doubled(ElementType::f8E4M3FN)[0]));
  EXPECT_FALSE(std::signbit(doubled(ElementType::f8E4M3FNUZ)[0])) << "there is no -0";
}

TEST(EngineNarrow, LiteralsAreDecimalsAndBits) {
  const std::string text = R"(func.func @main() -> (tensor<4xf8E4M3FN>, tensor<2xf8E5M2>) {
    %a = stablehlo.constant dense<[0.3, -448.0, 0x7F, 0x01]> : tensor<4xf8E4M3FN>
    %b = stablehlo.constant dense<"0x7CB8"> : tensor<2xf8E5M2>
    return %a, %b : tensor<4xf8E4M3FN>, tensor<2xf8E5M2>
  })";
  const Compiled compiled = compile(text, "");
  ASSERT_TRUE(compiled.plan) << compiled.messages();
  const auto outputs = runOn(*compiled.plan, {});
  EXPECT_EQ(outputs[0].at(0).real, 0.3125);
  EXPECT_EQ(outputs[0].at(1).real, -448);
  EXPECT_TRUE(std::isnan(outputs[0].at(2).real));
  EXPECT_EQ(outputs[0].at(3).real, 0x1p-9);
  EXPECT_EQ(outputs[1].at(0).real, std::numeric_limits<double>::infinity());
  EXPECT_EQ(outputs[1].at(1).real, -0.5);
}

} // namespace
} // namespace shardc::test
