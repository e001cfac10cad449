// SPDX-License-Identifier: Apache-2.0
// Values that StableHLO's specification names, and that comparing shards with the whole cannot
// tell.
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// The value of an op on x = 0 1 2 3 4 and a start.
std::vector<double> valueAt(int start, const std::string &op) {
  const Compiled c = compile(R"({"shardc": 1, "kind": "program", "name": "p",
    "inputs": [{"name": "x", "shape": [5], "dtype": "f32"},
               {"name": "at", "shape": [], "dtype": "i32"}],
    "ops": [{"name": "y", )" + op +
                                 R"(}], "outputs": ["y"]})",
                             "");
  EXPECT_TRUE(c.plan) << c.messages();
  if (!c.plan) return {};
  const HostTensor x = iota(c.plan->inputs[0].type);
  return valuesOf(runOn(*c.plan, {x, tensor(c.plan->inputs[1].type, {double(start)})})[0]);
}

using Numbers = std::vector<double>;

TEST(Values, DynamicSliceMovesItsStartToWhereItFits) {
  const char *op = R"("op": "dynamic_slice", "in": ["x", "at"], "slice_sizes": [2])";
  EXPECT_EQ(valueAt(1, op), (Numbers{1, 2}));
  EXPECT_EQ(valueAt(9, op), (Numbers{3, 4}));
  EXPECT_EQ(valueAt(-9, op), (Numbers{0, 1}));
}

TEST(Values, GatherMovesItsStartToWhereItFits) {
  const char *one = R"("op": "take", "in": ["x", "at"])";
  EXPECT_EQ(valueAt(2, one), (Numbers{2}));
  EXPECT_EQ(valueAt(5, one), (Numbers{4}));
  EXPECT_EQ(valueAt(-1, one), (Numbers{0}));
  const char *two = R"("op": "gather", "in": ["x", [[-7], [1], [4], [9]]],
    "offset_dims": [1], "collapsed_slice_dims": [], "start_index_map": [0], "index_vector_dim": 1,
    "slice_sizes": [2])";
  EXPECT_EQ(valueAt(0, two), (Numbers{0, 1, 1, 2, 3, 4, 3, 4}));
}

TEST(Values, DynamicUpdateSliceMovesItsStartToWhereItFits) {
  const char *op = R"("op": "dynamic_update_slice", "in": ["x", [7, 8], "at"])";
  EXPECT_EQ(valueAt(1, op), (Numbers{0, 7, 8, 3, 4}));
  EXPECT_EQ(valueAt(9, op), (Numbers{0, 1, 2, 7, 8}));
  EXPECT_EQ(valueAt(-9, op), (Numbers{7, 8, 2, 3, 4}));
}

TEST(Values, ArgmaxAndArgminFindTheFirstAndNotANumber) {
  const char *rows = R"({"value": [[1, 5, "nan", 7], [3, 9, 9, 2]], "dtype": "f32"})";
  for (const auto &[op, expected] : {std::pair("argmax", Numbers{2, 1}), {"argmin", {2, 3}}}) {
    const Compiled c =
        compile(std::string(R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [], "ops": [{"name": "y", "op": ")") +
                    op + R"(", "in": [)" + rows + R"(], "dimension": 1}], "outputs": ["y"]})",
                "");
    ASSERT_TRUE(c.plan) << c.messages();
    EXPECT_EQ(valuesOf(runOn(*c.plan, {})[0]), expected) << op;
  }
}

} // namespace
} // namespace shardc::test
