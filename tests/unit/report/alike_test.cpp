// SPDX-License-Identifier: Apache-2.0
// "At most" is said where devices differ in what they do, and only there.
#include "tests/support/compile.h"

#include "codegen/report/facts.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

bool isAlikeWhereRowsAre(int rows) {
  const Compiled c = compile(R"({"shardc": 1, "kind": "program", "name": "p",
    "inputs": [{"name": "x", "shape": [)" +
                                 std::to_string(rows) + R"(, 3], "dtype": "f32"}],
    "ops": [{"name": "y", "op": "negate", "in": ["x"]}], "outputs": ["y"]})",
                             R"({"shardc": 1, "kind": "sharding", "mesh": "a=4",
    "inputs": {"x": ["a"]}})");
  EXPECT_TRUE(c.plan) << c.messages();
  return c.plan && facts::isAlike(c.plan->functions[0].kernels[0]);
}

TEST(WorkOfAKernel, IsAlikeWhereDevicesHaveEqualShares) { EXPECT_TRUE(isAlikeWhereRowsAre(8)); }
TEST(WorkOfAKernel, DiffersWhereSharesAreUneven) { EXPECT_FALSE(isAlikeWhereRowsAre(10)); }

} // namespace
} // namespace shardc::test
