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
      EXPECT_THAT(file.text, HasSubstr("dot_general (program:2)"));
      EXPECT_THAT(file.text, HasSubstr("dot_general (program:3)"));
    }
    const llvm::StringRef path = file.path;
    if (path.ends_with(".kernels.cpp") || path.ends_with(".kernels.cu"))
      EXPECT_THAT(file.text, HasSubstr("program:2  dot_general; the same at program:3\n"));
    if (file.path == "plan.json") {
      EXPECT_THAT(file.text, HasSubstr("program:2\"]"));
      EXPECT_THAT(file.text, HasSubstr("program:3\"]"));
    }
  }
}

// As JAX prints it: a call of a function of its library, and an op of a layer that is installed.
const char *const kPython = R"(module @jit_step {
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @relu(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("jit(step)/block/relu"("/home/me/train.py":7:3))
  %1 = stablehlo.cosine %0 : tensor<4xf32> loc("jit(step)/block/out/cos"(callsite("Dense"("/x/site-packages/flax/linear.py":287:8) at "step"("/home/me/model.py":12:5))))
  return %1 : tensor<4xf32>
}
func.func private @relu(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %a : tensor<4xf32> loc("sin")
  return %0 : tensor<4xf32>
}
}
)";

std::string textOf(const Plan &plan, llvm::StringRef end) {
  for (const BundleFile &file : bundleFiles(plan, {}))
    if (llvm::StringRef(file.path).ends_with(end)) return file.text;
  return "";
}

TEST(Sources, AreThePythonLinesOfTheUser) {
  const Compiled c = compile(kPython, "");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_THAT(textOf(*c.plan, ".kernels.cpp"),
              HasSubstr("  train.py:7, model.py:12  sine, cosine; in block and "
                        "block/out\n"));
  EXPECT_THAT(textOf(*c.plan, ".step.cpp"), HasSubstr("; train.py:7, model.py:12\n"));
  EXPECT_THAT(textOf(*c.plan, "README.md"),
              HasSubstr("Lines are those of `train.py` and `model.py`"));
}

} // namespace
} // namespace shardc::test
