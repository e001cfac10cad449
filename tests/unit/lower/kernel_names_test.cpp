// SPDX-License-Identifier: Apache-2.0
// What kernels are called.
#include "codegen/lower/text/parameter_names.h"
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using Names = std::vector<std::string>;

/// The kernels of a program of these ops on x f32[4, 3].
Names namesOf(const std::string &ops, const std::string &outputs) {
  const Compiled c = compile(R"({"shardc": 1, "kind": "program", "name": "p",
    "inputs": [{"name": "x", "shape": [4, 3], "dtype": "f32"}], "ops": [)" +
                                 ops + R"(], "outputs": [)" + outputs + "]}",
                             "");
  EXPECT_TRUE(c.plan) << c.messages();
  Names names;
  if (!c.plan) return names;
  for (const Kernel &kernel : c.plan->functions.front().kernels)
    names.push_back(kernel.name);
  return names;
}

constexpr const char *kSoftmax = R"({"name": "y", "op": "softmax", "in": ["x"], "dimension": 1})";

constexpr const char *kNorm = R"({"name": "s", "op": "sum", "in": ["x"], "dimensions": [1]},
  {"name": "y", "op": "sqrt", "in": ["s"]})";

TEST(KernelNames, AreWhatTheirFormulasSay) {
  EXPECT_EQ(namesOf(kSoftmax, R"("y")"), (Names{"softmax_0"}));
  const auto reduction = [](const char *op, const char *dimensions) {
    return std::string(R"({"name": "y", "op": ")") + op + R"(", "in": ["x"], "dimensions": [)" +
           dimensions + "]}";
  };
  EXPECT_EQ(namesOf(reduction("sum", "1"), R"("y")"), (Names{"row_sum_0"}));
  EXPECT_EQ(namesOf(reduction("sum", "0"), R"("y")"), (Names{"column_sum_0"}));
  EXPECT_EQ(namesOf(reduction("max_of", "1"), R"("y")"), (Names{"row_max_0"}));
  const std::string product =
      R"({"name": "t", "op": "transpose", "in": ["x"], "permutation": [1, 0]},
    {"name": "h", "op": "matmul", "in": ["x", "t"]})";
  EXPECT_EQ(namesOf(product, R"("h")"), (Names{"product_0"}));
  EXPECT_EQ(namesOf(product + R"(, {"name": "y", "op": "tanh", "in": ["h"]})", R"("y")"),
            (Names{"product_tanh_0"}));
  EXPECT_EQ(namesOf(product + R"(, {"name": "y", "op": "transpose", "in": ["h"],
                                  "permutation": [1, 0]})",
                    R"("y")"),
            (Names{"product_0"}))
      << "where it is written to is not what it computes";
}

TEST(KernelNames, AreTheFieldsWhereItHasOnes) {
  const std::string norm =
      R"({"name": "s", "op": "sum", "in": ["x"], "dimensions": [1], "keepdims": true},
    {"name": "m", "op": "divide", "in": ["s", 3]}, {"name": "c", "op": "subtract", "in": ["x", "m"]},
    {"name": "q", "op": "multiply", "in": ["c", "c"]},
    {"name": "v", "op": "sum", "in": ["q"], "dimensions": [1], "keepdims": true},
    {"name": "d", "op": "divide", "in": ["v", 3]}, {"name": "e", "op": "add", "in": ["d", 0.5]},
    {"name": "r", "op": "rsqrt", "in": ["e"]}, {"name": "y", "op": "multiply", "in": ["c", "r"]})";
  EXPECT_EQ(namesOf(norm, R"("y")"), (Names{"norm_0"}));
  EXPECT_EQ(namesOf(norm, R"("r")"), (Names{"rstd_0"}));
  EXPECT_EQ(namesOf(std::string(kSoftmax) + R"(, {"name": "t", "op": "transpose", "in": ["x"],
    "permutation": [1, 0]}, {"name": "z", "op": "matmul", "in": ["y", "t"]})",
                    R"("z")"),
            (Names{"softmax_product_0"}));
}

/// What a collective, or the end of a region, leaves to be done on each device.
TEST(KernelNames, AreCopiesWhereAnOpSaysWhereAValueLies) {
  const Compiled c = compile(R"(module {
    sdy.mesh @m = <["x"=2]>
    func.func @main(%a: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>})
        -> (tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
      %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}, {}]>]
          out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<2x3xf32>) {
        %1 = "stablehlo.collective_permute"(%b) <{
          source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>,
          channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}>
          : (tensor<2x3xf32>) -> tensor<2x3xf32>
        sdy.return %1 : tensor<2x3xf32>
      } : (tensor<4x3xf32>) -> tensor<4x3xf32>
      return %0 : tensor<4x3xf32>
    }
  })",
                             "");
  ASSERT_TRUE(c.plan) << c.messages();
  Names names;
  for (const Kernel &kernel : c.plan->functions.front().kernels)
    names.push_back(kernel.name);
  EXPECT_EQ(names, (Names{"copy_0"}));
}

TEST(KernelNames, AreTheOutputsWhereTheLastOpIsBehindAReduction) {
  EXPECT_EQ(namesOf(kNorm, R"("y")"), (Names{"make_y_0"}));
}

TEST(KernelNames, AreTheLastOpsElse) {
  EXPECT_EQ(namesOf(R"({"name": "y", "op": "exponential", "in": ["x"]})", R"("y")"),
            (Names{"exponential_0"}));
}

TEST(KernelNames, AreNoOutputsWhereStepsShareAKernel) {
  const std::string again = R"(, {"name": "e", "op": "exponential", "in": ["x"]},
    {"name": "t", "op": "sum", "in": ["e"], "dimensions": [1]},
    {"name": "z", "op": "sqrt", "in": ["t"]})";
  EXPECT_EQ(namesOf(kNorm + again, R"("e", "y", "z")"), (Names{"sqrt_0", "exponential_0"}));
}

/// "product_tanh_0(x, layer_w) -> out"
std::string signatureOf(const Kernel &kernel) {
  const auto list = [](const std::vector<Kernel::Window> &windows) {
    std::string text;
    for (const Kernel::Window &window : windows)
      text += (text.empty() ? "" : ", ") + window.name;
    return text;
  };
  return kernel.name + "(" + list(kernel.ins) + ") -> " + list(kernel.outs);
}

TEST(ParameterNames, AreWhatTheBuffersOfAllStepsHaveInCommon) {
  const Compiled c = compile(R"({"shardc": 1, "kind": "program", "name": "p", "inputs": [
    {"name": "x", "shape": [4, 4], "dtype": "f32"}, {"name": "bias", "shape": [4], "dtype": "f32"},
    {"name": "layer_0_w", "shape": [4, 4], "dtype": "f32"},
    {"name": "layer_1_w", "shape": [4, 4], "dtype": "f32"}], "ops": [
    {"name": "g", "op": "add", "in": [{"op": "matmul", "in": ["x", "layer_0_w"]}, "bias"]},
    {"name": "h", "op": "add", "in": [{"op": "matmul", "in": ["g", "layer_1_w"]}, "bias"]}],
    "outputs": ["g", "h"]})",
                             "");
  ASSERT_TRUE(c.plan) << c.messages();
  const std::vector<Kernel> &kernels = c.plan->functions.front().kernels;
  ASSERT_EQ(kernels.size(), 1u) << "both layers are one kernel";
  EXPECT_EQ(signatureOf(kernels.front()), "product_add_0(x, layer_w, bias) -> out");
}

TEST(ParameterNames, HaveNoNumbersAndNoWordTwice) {
  EXPECT_EQ(commonName({"layer_0_w", "head_w"}), "w");
  EXPECT_EQ(commonName({"block1_w1", "block12_w2"}), "block_w");
  EXPECT_EQ(commonName({"w_part", "w_part_part"}), "w_part");
  EXPECT_EQ(commonName({"v12_part", "v7_part"}), "part");
  EXPECT_EQ(commonName({"v12", "v7"}), "") << "these have no names of their own";
  EXPECT_EQ(commonName({"key", "value"}), "");
}

} // namespace
} // namespace shardc::test
