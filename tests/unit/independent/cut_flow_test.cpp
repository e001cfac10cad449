// SPDX-License-Identifier: Apache-2.0
// Where slices of inputs end, and what a load that reads in pieces demands.
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

std::string program(const std::string &op) {
  return R"({"shardc": 1, "kind": "program", "name": "p",
    "inputs": [{"name": "x", "shape": [6, 3], "dtype": "f32"}],
    "ops": [{"name": "y", "in": ["x"], )" +
         op + R"(}], "outputs": ["y"]})";
}
std::string config(const std::string &members) {
  return R"({"shardc": 1, "kind": "sharding", "unspecified": "whole", )" + members + "}";
}

std::string endOf(const std::string &op) {
  const Compiled c = compile(program(op), config(R"("inputs": {"x": {"0": ["0:2", "2:6"]}})"));
  EXPECT_TRUE(c.shards) << c.messages();
  return c.shards && c.shards->flow.ended.size() == 1
             ? c.shards->flow.ended.front().second.front().why
             : "";
}

TEST(CutFlow, SaysWhySlicesEnd) {
  EXPECT_EQ(endOf(R"("op": "reduce", "dimensions": [0], "reducer": "add")"),
            "it is summed over, or reduced in another way, by 'reduce'");
  EXPECT_EQ(endOf(R"("op": "slice", "start_indices": [0, 0], "limit_indices": [4, 3])"),
            "only a part of it is used");
  EXPECT_EQ(endOf(R"("op": "reverse", "dimensions": [0])"),
            "its index is shifted, strided, reversed or computed");
}

TEST(Demand, OneLoadHasOneWindow) {
  // Each shard reads every other number of x: part of a row, whole rows, and part of a row.
  const std::string text = program(R"("op": "reshape", "shape": [9, 2])");
  const Compiled c = compile(text, config(R"("outputs": {"y": {"1": ["0:1", "1:2"]}})"));
  ASSERT_TRUE(c.plan) << c.messages();
  const HostTensor x = iota(c.plan->inputs[0].type);
  EXPECT_EQ(valuesOf(runOn(*c.plan, {x})[0]), valuesOf(x));
  EXPECT_EQ(c.plan->functions[0].buffers[0].role, Role::input);
  EXPECT_EQ(c.plan->functions[0].buffers[1].role, Role::output) << "x is in several parts";
}

} // namespace
} // namespace shardc::test
