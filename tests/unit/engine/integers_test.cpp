// SPDX-License-Identifier: Apache-2.0
// Integers of every width in vectors of every set of instructions: what is narrower than an int
// wraps around in its own width wherever it is used next.
#include "tests/support/compile.h"
#include "tests/support/engine.h"

#include <gmock/gmock.h>

namespace shardc::test {
namespace {

/// Ends of the type among small numbers.
std::vector<HostTensor> inputsOf(const Plan &plan) {
  std::vector<HostTensor> inputs;
  for (const PlanTensor &input : plan.inputs) {
    const ElementType type = input.type.type;
    inputs.push_back(HostTensor::zeros(input.type));
    for (int64_t k = 0; k < input.type.elements(); ++k) {
      const int64_t dice = (k + static_cast<int64_t>(inputs.size())) * 37 % 101;
      inputs.back().set(k, dice % 7 == 0   ? lowest(type)
                           : dice % 7 == 3 ? highest(type)
                                           : Number::of(type, dice - 50));
    }
  }
  return inputs;
}

/// In a body $T is the type of tensors, $E that of elements, $N how many columns there are, $5 a
/// number: 5, or 1 where that is too large.
std::string functionOf(llvm::StringRef type, int columns, llvm::StringRef body) {
  std::string text =
      "func.func @main(%x: $T, %y: $T) -> $T {\n" + body.str() + "  return %z : $T\n}\n";
  const auto replace = [&](const char *mark, const std::string &by) {
    for (size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += by.size())
      text.replace(at, 2, by);
  };
  replace("$T", "tensor<3x$Nx$E>");
  replace("$N", std::to_string(columns));
  replace("$E", type.str());
  replace("$5", type.ends_with("i2") ? "1" : "5");
  return text;
}

void expectSameBits(const std::string &program) {
  const Compiled compiled = compile(program, "");
  ASSERT_TRUE(compiled.plan) << compiled.messages() << program;
  const std::vector<HostTensor> inputs = inputsOf(*compiled.plan);
  const std::vector<HostTensor> expected = runOn(*compiled.plan, inputs);
  for (const std::string &isa : instructionsOfProcessor())
    EXPECT_EQ(runCompiled(*compiled.plan, inputs, isa).front().data, expected.front().data)
        << isa << " of\n"
        << program;
}

/// Rows that fill registers and rows of which so many are left over.
void expectSameBitsOfAllTypes(llvm::StringRef body) {
  for (ElementType type : elementTypes())
    for (int columns : {24, 121})
      if (isInteger(type)) expectSameBits(functionOf(info(type).name, columns, body));
}

TEST(EngineIntegers, AreWrappedBeforeTheyAreCompared) {
  expectSameBitsOfAllTypes(R"(
  %a = stablehlo.add %x, %y : $T
  %b = stablehlo.multiply %a, %x : $T
  %c = stablehlo.compare LT, %b, %y : ($T, $T) -> tensor<3x$Nxi1>
  %d = stablehlo.subtract %y, %b : $T
  %e = stablehlo.maximum %d, %a : $T
  %z = stablehlo.select %c, %e, %d : tensor<3x$Nxi1>, $T
)");
}

TEST(EngineIntegers, AreWrappedBeforeFunctionsTakeThem) {
  expectSameBitsOfAllTypes(R"(
  %five = stablehlo.constant dense<$5> : $T
  %a = stablehlo.negate %x : $T
  %b = stablehlo.add %a, %five : $T
  %c = stablehlo.divide %b, %y : $T
  %d = stablehlo.not %c : $T
  %e = stablehlo.shift_right_logical %d, %five : $T
  %f = stablehlo.popcnt %d : $T
  %g = stablehlo.xor %e, %f : $T
  %h = stablehlo.remainder %g, %five : $T
  %i = stablehlo.minimum %h, %a : $T
  %z = stablehlo.multiply %i, %five : $T
)");
}

TEST(EngineIntegers, AreCountedByIndices) {
  expectSameBitsOfAllTypes(R"(
  %i = stablehlo.iota dim = 1 : $T
  %a = stablehlo.multiply %i, %x : $T
  %c = stablehlo.compare GE, %i, %y : ($T, $T) -> tensor<3x$Nxi1>
  %f = stablehlo.convert %c : (tensor<3x$Nxi1>) -> $T
  %b = stablehlo.reverse %y, dims = [1] : $T
  %s = stablehlo.add %a, %b : $T
  %z = stablehlo.subtract %s, %f : $T
)");
}

/// The reductions of %a.
std::string reductions(llvm::StringRef dimension, llvm::StringRef result) {
  std::string text;
  for (llvm::StringRef reducer : {"add", "multiply", "maximum", "minimum", "and", "or", "xor"})
    text += ("  %" + reducer + dimension + " = stablehlo.reduce(%a init: %one) applies stablehlo." +
             reducer + " across dimensions = [" + dimension + "] : ($T, tensor<$E>) -> " + result +
             "\n")
                .str();
  return text;
}

/// What the reductions come to, each weighed by another number.
std::string total(llvm::StringRef dimension, llvm::StringRef result) {
  std::string text, last = "multiply" + dimension.str();
  for (llvm::StringRef reducer : {"add", "maximum", "minimum", "and", "or", "xor"}) {
    const std::string own = (reducer + dimension).str();
    text += ("  %twice_" + own + " = stablehlo.add %" + last + ", %" + last + " : " + result +
             "\n  %less_" + own + " = stablehlo.subtract %twice_" + own + ", %" + own + " : " +
             result + "\n")
                .str();
    last = "less_" + own;
  }
  return text;
}

TEST(EngineIntegers, AreReducedAlongRowsAndColumns) {
  const std::string rows = "tensor<3x$E>", columns = "tensor<$Nx$E>";
  expectSameBitsOfAllTypes(R"(
  %one = stablehlo.constant dense<1> : tensor<$E>
  %a = stablehlo.add %x, %y : $T
)" + reductions("1", rows) +
                           total("1", rows) + reductions("0", columns) + total("0", columns) +
                           R"(
  %0 = stablehlo.broadcast_in_dim %less_xor1, dims = [0] : (tensor<3x$E>) -> $T
  %1 = stablehlo.broadcast_in_dim %less_xor0, dims = [1] : (tensor<$Nx$E>) -> $T
  %2 = stablehlo.subtract %0, %1 : $T
  %z = stablehlo.multiply %2, %a : $T
)");
}

/// What one output comes to, of given numbers, on all engines alike.
std::vector<int64_t> run(const std::string &program, ArrayRef<int64_t> given) {
  const Compiled compiled = compile(program, "");
  EXPECT_TRUE(compiled.plan) << compiled.messages() << program;
  if (!compiled.plan) return {};
  std::vector<HostTensor> inputs;
  for (const PlanTensor &input : compiled.plan->inputs) {
    inputs.push_back(HostTensor::zeros(input.type));
    for (int64_t k = 0; k < input.type.elements(); ++k)
      inputs.back().set(k, Number::of(input.type.type, given[k % given.size()]));
  }
  const HostTensor expected = runOn(*compiled.plan, inputs).front();
  for (const std::string &isa : instructionsOfProcessor())
    EXPECT_EQ(runCompiled(*compiled.plan, inputs, isa).front().data, expected.data) << isa;
  std::vector<int64_t> values;
  for (int64_t k = 0; k < expected.type.elements(); ++k)
    values.push_back(expected.at(k).integer);
  return values;
}

using Values = std::vector<int64_t>;

TEST(EngineIntegers, OfFourBitsAreAddedUpInTheTypeOfTheResult) {
  const auto product = [](const std::string &made) {
    return "func.func @main(%x: tensor<1x6xi4>) -> tensor<1x1x" + made +
           "> {\n  %z = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1]"
           " : (tensor<1x6xi4>, tensor<1x6xi4>) -> tensor<1x1x" +
           made + ">\n  return %z : tensor<1x1x" + made + ">\n}";
  };
  EXPECT_EQ(run(product("i32"), {7, -8, 3}), (Values{244}));
  EXPECT_EQ(run(product("i8"), {7, -8, 3}), (Values{-12}));
  EXPECT_EQ(run(product("i4"), {7, -8, 3}), (Values{4}));
}

TEST(EngineIntegers, OfFourBitsArePartsOfThoseOfEight) {
  EXPECT_EQ(run(R"(func.func @main(%x: tensor<2xi8>) -> tensor<2x2xi4> {
    %z = stablehlo.bitcast_convert %x : (tensor<2xi8>) -> tensor<2x2xi4>
    return %z : tensor<2x2xi4>
  })",
                {0x7a, -1}),
            (Values{-6, 7, -1, -1}));
  EXPECT_EQ(run(R"(func.func @main(%x: tensor<2x4xui4>) -> tensor<2xi16> {
    %z = stablehlo.bitcast_convert %x : (tensor<2x4xui4>) -> tensor<2xi16>
    return %z : tensor<2xi16>
  })",
                {1, 2, 3, 15}),
            (Values{-0xcdf, -0xcdf}));
  EXPECT_EQ(run(R"(func.func @main(%x: tensor<3xi4>) -> tensor<3xui4> {
    %z = stablehlo.bitcast_convert %x : (tensor<3xi4>) -> tensor<3xui4>
    return %z : tensor<3xui4>
  })",
                {-1, -8, 7}),
            (Values{15, 8, 7}));
}

TEST(EngineIntegers, OfFourBitsHaveLiteralsInTheirRange) {
  const auto program = [](const std::string &value) {
    return "func.func @main() -> tensor<4xi4> {\n  %z = stablehlo.constant dense<" + value +
           "> : tensor<4xi4>\n  return %z : tensor<4xi4>\n}";
  };
  EXPECT_EQ(run(program("[-8, 7, -1, 0]"), {}), (Values{-8, 7, -1, 0}));
  EXPECT_EQ(run(program("\"0x0F0807F1\""), {}), (Values{-1, -8, 7, 1})) << "upper bits are none";
  EXPECT_FALSE(compile(program("16"), "").plan);
  EXPECT_FALSE(compile(program("-9"), "").plan);
}

} // namespace
} // namespace shardc::test
