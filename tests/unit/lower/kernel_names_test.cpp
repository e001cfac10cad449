// SPDX-License-Identifier: Apache-2.0
// What kernels are called.
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

TEST(KernelNames, AreTheOutputsWhereTheLastOpIsBehindAReduction) {
  EXPECT_EQ(namesOf(kSoftmax, R"("y")"), (Names{"make_y_0"}));
}

TEST(KernelNames, AreTheLastOpsElse) {
  EXPECT_EQ(namesOf(R"({"name": "y", "op": "exponential", "in": ["x"]})", R"("y")"),
            (Names{"exponential_0"}));
  EXPECT_EQ(namesOf(R"({"name": "y", "op": "sum", "in": ["x"], "dimensions": [1]})", R"("y")"),
            (Names{"reduce_0"}));
}

TEST(KernelNames, AreNoOutputsWhereStepsShareAKernel) {
  const std::string again = R"(, {"name": "z", "op": "softmax", "in": ["y"], "dimension": 1})";
  EXPECT_EQ(namesOf(kSoftmax + again, R"("y", "z")"), (Names{"divide_0"}));
}

} // namespace
} // namespace shardc::test
