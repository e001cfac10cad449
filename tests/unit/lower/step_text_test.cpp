// SPDX-License-Identifier: Apache-2.0
// What the line of a step says.
#include "tests/support/compile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>

using testing::StartsWith;

namespace shardc::test {
namespace {

/// The step that a program of these ops on x f32[4, 3] and z = 0 is.
std::string stepOf(const std::string &ops, const std::string &type) {
  const Compiled c = compile("func.func public @main(%x: tensor<4x3xf32>) -> " + type + " {\n" +
                                 "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n" + ops +
                                 "  return %y : " + type + "\n}",
                             "");
  EXPECT_TRUE(c.plan) << c.messages();
  if (!c.plan) return "";
  EXPECT_EQ(c.plan->functions.front().steps.size(), 1u);
  return c.plan->functions.front().steps.front().text;
}

TEST(StepText, SaysWhatAReductionDoesAndWhereItBegins) {
  EXPECT_EQ(stepOf("  %y = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = "
                   "[1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>\n",
                   "tensor<4xf32>"),
            "v0 = reduce(arg0, add across [1], init 0)");
  EXPECT_EQ(stepOf("  %y = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across "
                   "dimensions = [0, 1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<f32>\n",
                   "tensor<f32>"),
            "v0 = reduce(arg0, max across [0, 1], init 0)");
}

TEST(StepText, WritesTheLastOpsOfALongOne) {
  std::string ops, last = "%x";
  for (int i = 0; i < 12; ++i) {
    const std::string next = i == 11 ? "%y" : "%a" + std::to_string(i);
    ops += "  " + next + " = stablehlo." + (i % 2 ? "multiply" : "add") + " " + last +
           ", %x : tensor<4x3xf32>\n";
    last = next;
  }
  EXPECT_EQ(stepOf(ops, "tensor<4x3xf32>"),
            "v11 = multiply(add(multiply(add(..., arg0), arg0), arg0), arg0), 12 ops on arg0");
}

/// Calls `check` for all steps of a tree that make something.
static void forEachMaker(ArrayRef<Step> steps, llvm::function_ref<void(const Step &)> check) {
  for (const Step &step : steps) {
    if (!step.outs.empty()) check(step);
    for (const std::vector<Step> &body : step.bodies)
      forEachMaker(body, check);
  }
}

/// What all texts of a program's steps keep to.
static void expectReadable(const Function &function) {
  forEachMaker(function.steps, [&](const Step &step) {
    std::vector<std::string> made;
    for (const int out : step.outs)
      made.push_back(function.buffers[out].name);
    EXPECT_THAT(step.text, StartsWith(made.front())) << step.label;
    if (made.size() == 1) EXPECT_THAT(step.text, StartsWith(made.front() + " = "));
    EXPECT_FALSE(llvm::StringRef(step.text).split('(').second.starts_with("...),"))
        << step.text << " says nothing";
    EXPECT_LE(step.text.size(), 220u) << step.text;
  });
}

TEST(StepText, NamesTheBuffersThatAreWrittenAndSaysSomethingOfAll) {
  int programs = 0;
  for (const auto &entry : std::filesystem::directory_iterator(PROGRAMS)) {
    const auto file = llvm::MemoryBuffer::getFile((entry.path() / "annotated.mlir").string());
    if (!file) continue;
    const Compiled c = compile((*file)->getBuffer(), "");
    if (!c.plan) continue; // it needs options of its own
    SCOPED_TRACE(entry.path().string());
    ++programs;
    for (const Function &function : c.plan->functions)
      expectReadable(function);
  }
  EXPECT_GE(programs, 15);
}

TEST(StepText, SaysNoDimensionsOfASumOfProducts) {
  EXPECT_EQ(stepOf("  %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : "
                   "(tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>\n",
                   "tensor<4x4xf32>"),
            "v0 = dot_general(arg0, arg0)");
}

} // namespace
} // namespace shardc::test
