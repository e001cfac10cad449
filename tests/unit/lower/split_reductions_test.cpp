// SPDX-License-Identifier: Apache-2.0
// Sums over several loops in two kernels: which are, and that they have the bits of one.
#include "tests/support/compile.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

namespace shardc::test {
namespace {

struct Sum {
  std::string shape = "16, 96, 40", dimensions = "0, 1", mesh = "a=1", sharding = "[]";
};

/// s = sum(exp(x)), on a machine whose kernels begin after so long. [s]
Plan planOf(const Sum &sum, double launch) {
  const std::string program = R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [)" +
                              sum.shape + R"(], "dtype": "f32"}],
    "ops": [{"name": "e", "op": "exponential", "in": ["x"]},
            {"name": "s", "op": "sum", "in": ["e"], "dimensions": [)" +
                              sum.dimensions + R"(]}], "outputs": ["s"]})";
  Compiled c = readOnly(program);
  EXPECT_TRUE(c.program) << c.messages();
  c.machine = machines().front();
  c.machine.launch = launch;
  compileRead(c, R"({"shardc": 1, "kind": "sharding", "mesh": ")" + sum.mesh +
                     R"(", "inputs": {"x": )" + sum.sharding + "}}");
  EXPECT_TRUE(c.plan) << c.messages();
  return std::move(*c.plan);
}

size_t kernelsOf(const Sum &sum, double launch = 1e-9) {
  return planOf(sum, launch).functions.front().kernels.size();
}

TEST(SplitSums, AreThoseWorthAnotherKernel) {
  EXPECT_EQ(kernelsOf({}, 1), 1u) << "a launch takes longer";
  EXPECT_GT(kernelsOf({}), 1u);
  EXPECT_EQ(kernelsOf({.shape = "2, 40, 300000"}), 1u) << "a thread for each result is enough";
}
TEST(SplitSums, HaveAnInnerSumThatStandsAlone) {
  const auto isInner = [](const Buffer &buffer) {
    return buffer.name.find("_inner") != std::string::npos;
  };
  const auto inner = [&](const Sum &sum) {
    return llvm::any_of(planOf(sum, 1e-9).functions.front().buffers, isInner);
  };
  EXPECT_TRUE(inner({}));
  EXPECT_TRUE(inner({.shape = "16, 96, 40", .dimensions = "0, 2"}));
  EXPECT_FALSE(inner({.shape = "96, 16, 20", .dimensions = "0, 2"})) << "rows of 20 are added on";
  EXPECT_FALSE(inner({.dimensions = "1"}));
}
TEST(SplitSums, HaveTheBitsOfOneKernel) {
  for (const Sum &sum :
       {Sum{}, Sum{.dimensions = "0, 2"}, Sum{.dimensions = "0, 1, 2"}, Sum{.dimensions = "1, 2"},
        Sum{.shape = "1, 96, 40", .dimensions = "0, 1, 2"},
        Sum{.mesh = "a=4", .sharding = "[\"a\"]"}, Sum{.mesh = "a=4", .sharding = "[null, \"a\"]"},
        Sum{.dimensions = "0, 1, 2", .mesh = "a=2, b=2", .sharding = "[\"a\", null, \"b\"]"}}) {
    std::vector<std::vector<double>> results;
    for (const double launch : {1e-9, 1.0}) {
      const Plan plan = planOf(sum, launch);
      HostTensor x = HostTensor::zeros(plan.inputs.front().type);
      for (int64_t k = 0; k < x.type.elements(); ++k)
        x.set(k, Number::of(x.type.type, 1.0 / static_cast<double>(3 + k % 101)));
      results.push_back(valuesOf(runOn(plan, {x}).front()));
    }
    EXPECT_EQ(results[0], results[1]) << sum.dimensions << " on " << sum.sharding;
  }
}

} // namespace
} // namespace shardc::test
