// SPDX-License-Identifier: Apache-2.0
// Sums of narrow floats that devices share: combined before they are rounded, as on one device.
#include "tests/support/compile.h"
#include "tests/unit/reshard/forms.h"

#include "codegen/check/check.h"
#include "codegen/plan/sum_bits.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

std::string pairOfProducts(const char *type) {
  std::string text =
      R"(func.func @main(%x: tensor<8x64x$E>, %w1: tensor<64x256x$E>, %w2: tensor<256x64x$E>) -> tensor<8x64x$E> {
    %c = stablehlo.constant dense<0.0> : tensor<8x256x$E>
    %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0]
      : (tensor<8x64x$E>, tensor<64x256x$E>) -> tensor<8x256x$E>
    %a = stablehlo.maximum %h, %c : tensor<8x256x$E>
    %y = stablehlo.dot_general %a, %w2, contracting_dims = [1] x [0]
      : (tensor<8x256x$E>, tensor<256x64x$E>) -> tensor<8x64x$E>
    return %y : tensor<8x64x$E>
  })";
  for (size_t at = 0; (at = text.find("$E", at)) != std::string::npos;)
    text.replace(at, 2, type);
  return text;
}

std::string columnThenRow(int devices) {
  return "\"mesh\": \"model=" + std::to_string(devices) +
         "\", \"inputs\": {\"arg1\": [null, \"model\"], \"arg2\": [\"model\"]}";
}

TEST(NarrowSums, AMegatronPairOfProductsHasOneAllReduceOfFloats) {
  // 2 (n - 1) / n of 8 x 64 elements of 4 bytes.
  for (const char *type : {"bf16", "f16", "f8E4M3FN", "f8E5M2FNUZ"}) {
    EXPECT_EQ(run(pairOfProducts(type), columnThenRow(2)).moves,
              "all_reduce over model, 2048 bytes; ");
    EXPECT_EQ(run(pairOfProducts(type), columnThenRow(4)).moves,
              "all_reduce over model, 3072 bytes; ");
  }
}

Compiled compiledFor(const std::string &program, int devices, bool mayRound) {
  Compiled compiled = readOnly(program);
  compiled.mayRound = mayRound;
  compileRead(compiled, R"({"shardc": 1, "kind": "sharding", )" + columnThenRow(devices) + "}");
  return compiled;
}

TEST(NarrowSums, KeepTheBitsOfOneDevice) {
  for (int devices : {2, 4}) {
    const Compiled compiled = compiledFor(pairOfProducts("bf16"), devices, false);
    ASSERT_TRUE(compiled.plan) << compiled.messages();
    EXPECT_TRUE(keepsBits(*compiled.plan));
  }
}

TEST(NarrowSums, AreSentAsNarrowFloatsWhereTheyMayBeRounded) {
  Compiled compiled = compiledFor(pairOfProducts("bf16"), 4, true);
  ASSERT_TRUE(compiled.plan) << compiled.messages();
  EXPECT_EQ(movesOf(*compiled.plan), "all_reduce over model, 1536 bytes; ");
  EXPECT_FALSE(keepsBits(*compiled.plan));
  EXPECT_NE(check(*compiled.plan), std::nullopt) << "rounded without leave";
  compiled.plan->isFast = true;
  EXPECT_EQ(check(*compiled.plan), std::nullopt);
}

TEST(NarrowSums, OfBytesAreSentAsBytesWhereThereIsAZero) {
  for (const char *type : {"f8E4M3FN", "f8E5M2", "f8E3M4", "f8E4M3B11FNUZ"}) {
    const Compiled compiled = compiledFor(pairOfProducts(type), 4, true);
    ASSERT_TRUE(compiled.plan) << compiled.messages();
    EXPECT_EQ(movesOf(*compiled.plan), "all_reduce over model, 768 bytes; ") << type;
  }
  const Compiled compiled = compiledFor(pairOfProducts("f8E8M0FNU"), 4, true);
  ASSERT_TRUE(compiled.plan) << compiled.messages();
  EXPECT_EQ(movesOf(*compiled.plan), "all_reduce over model, 3072 bytes; ");
}

} // namespace
} // namespace shardc::test
