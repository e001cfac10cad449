// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/word.h"
#include "tests/unit/ir/program.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

TEST(Words, AreMadeOfPaths) {
  EXPECT_EQ(wordOf("jit(f)/MLP/Dense_0/dot_general"), "MLP_Dense_0_dot_general");
  EXPECT_EQ(wordOf("jit(f)/jit(main)/transpose(jvp(MLP))/add"), "transpose_jvp_MLP_add");
  EXPECT_EQ(wordOf("jit(relu)"), "jit_relu");
  EXPECT_EQ(wordOf("p/params/w_"), "p_params_w_");
  EXPECT_EQ(wordOf("x"), "x");
  EXPECT_EQ(wordOf(""), "");
}

TEST(Words, LoseTheLongestPartsInside) {
  EXPECT_EQ(wordOf("p/params/Block_0/MultiHeadDotProductAttention_0/query/kernel"),
            "p_params_Block_0_query_kernel");
  EXPECT_EQ(wordOf("p/params/Block_1/MultiHeadDotProductAttention_0/query/kernel"),
            "p_params_Block_1_query_kernel");
}

const char *const kJax = R"(
func.func public @main(%arg0: tensor<f32> loc("p['w']"), %arg1: tensor<f32> loc("p['a/b']"),
                       %arg2: tensor<f32> loc("p['a']['b']"), %arg3: tensor<f32> loc("s[0].mu"))
    -> (tensor<f32> {jax.result_info = "result[0]['w']"}, tensor<f32> {jax.result_info = "result[1]"},
        tensor<f32> {jax.result_info = "result[3]"}, tensor<f32> {jax.result_info = "result.a['b']"},
        tensor<f32> {jax.result_info = "result"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<f32> loc("jit(f)/MLP/add"("f.py":3:4))
  return %0, %0, %0, %0, %0 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
)";

TEST(JaxNames, ArePathsOfInputs) {
  Program program(kJax);
  ASSERT_EQ(program.error(), "");
  auto entry = entryOf(*program.module);
  EXPECT_EQ(inputName(entry, 0), "p/w");
  EXPECT_EQ(inputName(entry, 3), "s/0/mu");
  EXPECT_EQ(valueName(entry.getArgument(3)), "s_0_mu");
}

TEST(JaxNames, StayWhereTwoWouldBeOne) {
  Program program(kJax);
  auto entry = entryOf(*program.module);
  EXPECT_EQ(inputName(entry, 1), "p['a/b']");
  EXPECT_EQ(inputName(entry, 2), "p['a']['b']");
}

TEST(JaxNames, ArePathsOfOutputs) {
  Program program(kJax);
  auto entry = entryOf(*program.module);
  const char *const names[] = {"result/0/w", "out1", "result/3", "a/b", "out4"};
  for (auto [number, name] : llvm::enumerate(names))
    EXPECT_EQ(outputName(entry, number), name);
}

TEST(JaxNames, AreWordsOfValuesWithTheirPlaces) {
  Program program(kJax);
  EXPECT_EQ(valueName(program.firstOp()->getResult(0)), "MLP_add");
  EXPECT_EQ(fileLocation(program.firstOp()->getLoc())->getLine(), 3u);
}

} // namespace
} // namespace shardc::test
