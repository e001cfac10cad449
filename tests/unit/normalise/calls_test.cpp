// SPDX-License-Identifier: Apache-2.0
// Calls in the stage `normalise`: what comes of them, and how much may.
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// f0 calls f1 `times` times, and so on; the last of `depth` functions negates.
std::string callsOf(int depth, int times) {
  const std::string type = "tensor<4xf32>", takes = "(%v0: " + type + ") -> " + type + " {\n";
  const auto call = [&](int from, int callee) {
    return "%v" + std::to_string(from + 1) + " = call @f" + std::to_string(callee) + "(%v" +
           std::to_string(from) + ") : (" + type + ") -> " + type + "\n";
  };
  std::string text = "func.func public @main" + takes + call(0, 0) + "return %v1 : " + type + "\n}\n";
  for (int k = 0; k < depth; ++k) {
    text += "func.func private @f" + std::to_string(k) + takes;
    for (int n = 0; n < times; ++n)
      text += call(n, k + 1);
    text += "return %v" + std::to_string(times) + " : " + type + "\n}\n";
  }
  return text + "func.func private @f" + std::to_string(depth) + takes +
         "%v1 = stablehlo.negate %v0 : " + type + "\nreturn %v1 : " + type + "\n}\n";
}

using Ids = std::vector<std::string>;

TEST(Calls, AreReplacedByWhatTheyCall) {
  const Compiled c = compile(callsOf(3, 2), "");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(valuesOf(runOn(*c.plan, {iota(c.plan->inputs[0].type, 1)})[0]),
            (std::vector<double>{1, 2, 3, 4})) << "negated eight times";
}

TEST(Calls, ThatMultiplyAreRefused) {
  EXPECT_EQ(compile(callsOf(40, 2), "").ids(), Ids{"too-large"});
}

TEST(Calls, ThatAreTooDeepAreRefused) {
  EXPECT_EQ(compile(callsOf(1000, 1), "").ids(), Ids{"too-deep"});
}

} // namespace
} // namespace shardc::test
