// SPDX-License-Identifier: Apache-2.0
// Work that is done more than once: by devices, by kernels, and for each element.
#include "tests/support/compile.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

std::string program(const std::string &inputs, const std::string &ops, const std::string &output) {
  return R"({"shardc": 1, "kind": "program", "inputs": [)" + inputs + R"(], "ops": [)" + ops +
         R"(], "outputs": [")" + output + "\"]}";
}

std::string config(const std::string &mesh, const std::string &inputs) {
  return R"({"shardc": 1, "kind": "sharding", "mesh": ")" + mesh + R"(", "inputs": {)" + inputs +
         "}}";
}

Plan planOf(const std::string &program, const std::string &config) {
  Compiled c = readOnly(program);
  EXPECT_TRUE(c.program) << c.messages();
  if (!c.program) return {};
  compileRead(c, config);
  EXPECT_TRUE(c.plan) << c.messages();
  return c.plan ? std::move(*c.plan) : Plan();
}

constexpr const char *kInput = R"({"name": "x", "shape": [8, 16], "dtype": "f32"})";
constexpr const char *kTanh = R"({"name": "t", "op": "tanh", "in": ["x"]})";

TEST(RepeatedWork, IsNoneWhereDevicesHaveApartEach) {
  const Plan plan = planOf(program(kInput, kTanh, "t"), config("a=4", R"("x": ["a"])"));
  EXPECT_EQ(plan.repeated.flops, 0);
  EXPECT_EQ(plan.repeated.workRatio, 1);
  EXPECT_TRUE(plan.repeated.steps.empty());
}

TEST(RepeatedWork, IsWhatFurtherReplicasDo) {
  const Plan plan = planOf(program(kInput, kTanh, "t"), config("a=4", R"("x": [])"));
  EXPECT_EQ(plan.repeated.flops, 3 * 8 * 16);
  EXPECT_EQ(plan.repeated.workRatio, 4);
  ASSERT_EQ(plan.repeated.steps.size(), 1u);
  EXPECT_EQ(plan.repeated.steps[0].label, "1 t");
}

TEST(RepeatedWork, CountsIntegersAsNoFlops) {
  const Plan plan = planOf(program(R"({"name": "x", "shape": [8], "dtype": "i32"})",
                                   R"({"name": "t", "op": "multiply", "in": ["x", "x"]})", "t"),
                           config("a=4", R"("x": [])"));
  EXPECT_EQ(plan.repeated.flops, 0);
}

/// A difference is cheaper to compute twice, in the sum and for each element, than to write and
/// read. The terms of a softmax are written as they are added up, and computed once.
TEST(RepeatedWork, HasWhatAKernelComputesTwice) {
  const Plan plan =
      planOf(program(kInput, R"({"name": "s", "op": "layer_norm", "in": ["x"]})", "s"),
             config("a=2", R"("x": ["a"])"));
  ASSERT_EQ(plan.functions[0].kernels.size(), 1u) << "the program is not one kernel any more";
  // A sum that stands alone starts from an operand, once a row.
  EXPECT_EQ(plan.repeated.flops, 8 * 16 - 8);
  const Plan other = planOf(program(kInput, R"({"name": "s", "op": "softmax", "in": ["x"]})", "s"),
                            config("a=2", R"("x": ["a"])"));
  EXPECT_EQ(other.repeated.flops, 0);
}

TEST(RepeatedWork, IsOfTheLargestShardWhereAKernelIsUneven) {
  const Plan plan = planOf(program(R"({"name": "x", "shape": [7, 3], "dtype": "f32"})", kTanh, "t"),
                           config("a=4", R"("x": ["a"])"));
  EXPECT_EQ(plan.functions[0].kernels[0].flops, 2 * 3);
  EXPECT_EQ(plan.repeated.flops, 0);
}

} // namespace
} // namespace shardc::test
