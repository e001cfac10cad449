// SPDX-License-Identifier: Apache-2.0
// Which lines of the program a step computes, where several steps share a kernel.
#include "tests/support/compile.h"

#include "codegen/bundle.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using testing::HasSubstr;

Compiled twoOfAKind() {
  return compile(
      R"(func.func public @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
})",
      "");
}

TEST(Sources, OfStepsThatShareAKernelAreTheirOwn) {
  const Compiled c = twoOfAKind();
  ASSERT_TRUE(c.plan) << c.messages();
  const Function &function = c.plan->functions[0];
  ASSERT_EQ(function.kernels.size(), 1u);
  ASSERT_EQ(function.steps.size(), 2u);
  const unsigned first = sourcesOf(function, function.steps[0])[0].line;
  EXPECT_EQ(sourcesOf(function, function.steps[1])[0].line, first + 1);
}

TEST(Sources, AreAllSaidInFiles) {
  const Compiled c = twoOfAKind();
  ASSERT_TRUE(c.plan) << c.messages();
  for (const BundleFile &file : bundleFiles(*c.plan, {})) {
    if (file.path == "README.md") {
      EXPECT_THAT(file.text, HasSubstr("dot_general (line 3)"));
      EXPECT_THAT(file.text, HasSubstr("dot_general (line 4)"));
    }
    const llvm::StringRef path = file.path;
    if (path.ends_with(".kernels.cpp") || path.ends_with(".kernels.cu"))
      EXPECT_THAT(file.text, HasSubstr("program.mlir:3  dot_general; the same at 4\n"));
    if (file.path == "plan.json") {
      EXPECT_THAT(file.text, HasSubstr("program.mlir:3\"]"));
      EXPECT_THAT(file.text, HasSubstr("program.mlir:4\"]"));
    }
  }
}

} // namespace
} // namespace shardc::test
