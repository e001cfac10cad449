// SPDX-License-Identifier: Apache-2.0
// Calls in the stage `normalise`: what comes of them, and how much may.
#include "frontend/ir/interfaces/calls.h"
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
  std::string text =
      "func.func public @main" + takes + call(0, 0) + "return %v1 : " + type + "\n}\n";
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
            (std::vector<double>{1, 2, 3, 4}))
      << "negated eight times";
}

TEST(Calls, ThatMultiplyAreRefused) {
  EXPECT_EQ(compile(callsOf(17, 2), "").ids(), Ids{"too-large"}) << "131,072 ops of 73";
  EXPECT_EQ(compile(callsOf(40, 2), "").ids(), Ids{"too-large"}) << "more than can be counted";
}

TEST(Calls, MayMakeMoreOpsOfMoreThatAreWritten) {
  EXPECT_EQ(mostCalledOps(1), 8192);
  EXPECT_EQ(mostCalledOps(1000), 128000);
  EXPECT_EQ(mostCalledOps(int64_t(1) << 62), 1048576);
}

TEST(Calls, OfJsonThatMultiplyAreRefused) {
  std::string functions;
  for (int k = 0; k < 17; ++k) {
    const std::string next = R"("op": "call", "function": "f)" + std::to_string(k + 1) + "\"";
    functions += "\"f" + std::to_string(k) + R"(": {"inputs": ["a"], "outputs": ["c"], "ops": [
      {"name": "b", )" +
                 next + R"(, "in": ["a"]}, {"name": "c", )" + next + R"(, "in": ["b"]}]}, )";
  }
  const Compiled c = compile(R"({"shardc": 1, "kind": "program", "functions": {)" + functions +
                                 R"("f17": {"inputs": ["a"], "outputs": ["b"], "ops": [
                                    {"name": "b", "op": "tanh", "in": ["a"]}]}},
    "inputs": [{"name": "x", "shape": [4], "dtype": "f32"}],
    "ops": [{"name": "y", "op": "call", "function": "f0", "in": ["x"]}], "outputs": ["y"]})",
                             "");
  EXPECT_EQ(c.ids(), Ids{"too-large"}) << c.messages();
}

TEST(Calls, ThatAreTooDeepAreRefused) {
  EXPECT_EQ(compile(callsOf(1000, 1), "").ids(), Ids{"too-deep"});
}

} // namespace
} // namespace shardc::test
