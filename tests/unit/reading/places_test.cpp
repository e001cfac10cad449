// SPDX-License-Identifier: Apache-2.0
// Where errors in programs as text are said to be.
#include "tests/support/compile.h"

#include "frontend/ir/names.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

TEST(Places, NamesAloneAreNoPlaces) {
  const Compiled c = compile("func.func @main(%a: tensor<4xbf16> loc(\"x\")) -> tensor<4xf32> {\n"
                             "  %0 = stablehlo.cbrt %a : tensor<4xbf16> loc(unknown)\n"
                             "  return %0 : tensor<4xbf16>\n}\n",
                             "");
  ASSERT_FALSE(c.told.empty());
  for (const Told &one : c.told)
    EXPECT_GT(one.line, 0u) << c.messages();
  EXPECT_EQ(c.told.front().file, "program");
}

TEST(Places, NamesStay) {
  const Compiled c = compile("func.func @main(%a: tensor<4xf32> loc(\"x\")) -> tensor<4xf32> {\n"
                             "  %0 = stablehlo.cbrt %a : tensor<4xf32> loc(\"y\"(\"z\"))\n"
                             "  return %0 : tensor<4xf32>\n}\n",
                             "");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->inputs.front().name, "x");
  auto entry = entryOf(*c.program);
  const auto y = entry.front().front().getResult(0);
  EXPECT_EQ(valueName(y), "y");
  EXPECT_EQ(fileLocation(y.getLoc())->getLine(), 2u);
}

TEST(Places, OtherFilesStay) {
  const Compiled c = compile("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                             "  %0 = stablehlo.cbrt %a : tensor<4xf32> loc(\"y\"(\"f.py\":7:3))\n"
                             "  return %0 : tensor<4xf32>\n}\n",
                             "");
  ASSERT_TRUE(c.plan) << c.messages();
  const auto y = entryOf(*c.program).front().front().getResult(0);
  EXPECT_EQ(fileLocation(y.getLoc())->getFilename(), "f.py");
}

TEST(Places, ByteOrderMarksAreNoText) {
  EXPECT_TRUE(compile("\xEF\xBB\xBF"
                      "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                      "  return %a : tensor<4xf32>\n}\n",
                      "")
                  .plan);
}

} // namespace
} // namespace shardc::test
