// SPDX-License-Identifier: Apache-2.0
// Loops and branches on independent shards, and the memory that they use.
#include "tests/unit/control/loops.h"

namespace shardc::test {
namespace {

const char *const kThirds = R"({"shardc": 1, "kind": "sharding", "unspecified": "whole",
  "inputs": {"x": {"0": {"parts": 3}}}, "outputs": {"y": {"0": {"parts": 3}}}})";

const std::string kTwice = R"({"name": "w", "op": "add", "in": ["v", "v"]})";

TEST(ShardedLoop, IsWholeOnEveryShard) {
  const Compiled c = compile(loopOver("x", "n", kTwice, "w"), kThirds);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(shardsText(*c.plan), "0: x[0:3] n[] -> y[0:1]\n"
                                 "1: x[0:3] n[] -> y[1:2]\n"
                                 "2: x[0:3] n[] -> y[2:3]\n");
  const auto x = tensor(c.plan->inputs[0].type, {1, 2, 3}), n = tensor(c.plan->inputs[1].type, {2});
  for (const bool reversed : {false, true})
    EXPECT_EQ(valuesOf(runOn(*c.plan, {x, n}, reversed)[0]), (std::vector<double>{4, 8, 12}));
}

TEST(ShardedLoop, SaysThatSlicesEndThere) {
  const Compiled c = compile(loopOver("x", "n", kTwice, "w"), kThirds);
  ASSERT_TRUE(c.shards);
  ASSERT_EQ(c.shards->flow.ended.size(), 1u);
  EXPECT_EQ(c.shards->flow.ended.front().second.front().why,
            "what a loop carries, or a loop or branch uses, is whole");
}

/// What stands around a loop is cut as ever.
TEST(ShardedLoop, LeavesTheRestCut) {
  const Compiled c = compile(programOf(loop("y", "x", "n", kTwice, "v", "w") +
                                           R"(, {"name": "z", "op": "negate", "in": ["x"]})",
                                       R"("y", "z")"),
                             R"({"shardc": 1, "kind": "sharding", "unspecified": "whole",
          "inputs": {"x": {"0": {"parts": 3}}}})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(shardsText(*c.plan), "0: x[0:3] n[] -> y[0:3]\n"
                                 "1: x[0:1] -> z[0:1]\n"
                                 "2: x[1:2] -> z[1:2]\n"
                                 "3: x[2:3] -> z[2:3]\n");
}

const Step *firstOf(ArrayRef<Step> steps, Step::Kind kind) {
  for (const Step &step : steps) {
    if (step.kind == kind) return &step;
    for (const auto &body : step.bodies)
      if (const Step *found = firstOf(body, kind)) return found;
  }
  return nullptr;
}

TEST(LoopSteps, NeedNoPredicateWhereTripsAreCounted) {
  const Compiled c = compile(loopOver("x", "4", kTwice, "w"), "");
  ASSERT_TRUE(c.plan) << c.messages();
  const Step *loop = firstOf(c.plan->functions[0].steps, Step::Kind::loop);
  ASSERT_TRUE(loop);
  EXPECT_EQ(loop->trips, 4);
  EXPECT_EQ(loop->decider, -1);
  EXPECT_EQ(loop->bodies[0].size(), 0u);
  EXPECT_EQ(loop->bodies[1].size(), 2u) << "one kernel, one swap; no counter";
}

TEST(LoopSteps, CountTheirTripsInTheWork) {
  const Compiled c = compile(loopOver("x", "4", kTwice, "w"), "");
  EXPECT_EQ(c.shards->workOnce, 4 * 5.0) << "three sums, a count and a comparison, four times";
}

TEST(LoopSteps, TradePlacesWithWhatDevicesExchange) {
  const Compiled c = compile(
      R"({"shardc": 1, "kind": "program",
      "inputs": [{"name": "x", "shape": [4, 4], "dtype": "f32"},
                 {"name": "w", "shape": [4, 4], "dtype": "f32"}],
      "ops": [)" +
          loop("y", "x", "4", R"({"name": "p", "op": "matmul", "in": ["v", "w"]})", "v", "p") +
          R"(], "outputs": ["y"]})",
      R"({"shardc": 1, "kind": "sharding", "mesh": "m=2",
      "inputs": {"x": [null, "m"], "w": ["m"]}, "outputs": {"y": [null, "m"]}})");
  ASSERT_TRUE(c.plan) << c.messages();
  const Step *loop = firstOf(c.plan->functions[0].steps, Step::Kind::loop);
  ASSERT_TRUE(loop);
  std::string steps;
  for (const Step &step : loop->bodies[1])
    steps += step.text + "\n";
  EXPECT_EQ(steps, "trips_of_y_body_p_part = dot_general(y, w)\n"
                   "trips_of_y_body_p = reduce_scatter(trips_of_y_body_p_part)\n"
                   "y = trips_of_y_body_p, trading places\n")
      << "nothing is copied";
}

TEST(LoopMemory, OfWhatGoesRoundIsItsOwnInTheWholeLoop) {
  const Compiled c = compile(programOf(R"({"name": "m", "op": "negate", "in": ["x"]}, )" +
                                           loop("y", "m", "n",
                                                R"({"name": "s", "op": "sine", "in": ["v"]},
                            {"name": "r", "op": "reduce", "in": ["s"], "dimensions": [0], "reducer": "add"},
                            {"name": "w", "op": "add", "in": [{"op": "multiply", "in": ["s", "r"]}, "m"]})",
                                                "v", "w"),
                                       R"("y")"),
                             "", /*fuse=*/false);
  ASSERT_TRUE(c.plan) << c.messages();
  const Function &function = c.plan->functions[0];
  const Step *loop = firstOf(function.steps, Step::Kind::loop);
  const Step *swap = firstOf(loop->bodies[1], Step::Kind::swap);
  ASSERT_TRUE(swap);
  const auto lives = [&](int buffer) {
    return std::pair(function.buffers[buffer].firstStep, function.buffers[buffer].lastStep);
  };
  EXPECT_EQ(lives(swap->ins[0]), lives(swap->outs[0]));
  const int inLoop = static_cast<int>(countSteps(loop->bodies[0]) + countSteps(loop->bodies[1]));
  for (const Buffer &a : function.buffers)
    for (const Buffer &b : function.buffers) {
      const bool meet = a.firstStep <= b.lastStep && b.firstStep <= a.lastStep;
      if (&a == &b || !meet) continue;
      EXPECT_TRUE(a.offset + a.bytes <= b.offset || b.offset + b.bytes <= a.offset)
          << a.name << " and " << b.name;
    }
  EXPECT_GE(function.buffers[swap->outs[0]].lastStep - function.buffers[swap->outs[0]].firstStep,
            inLoop);
  for (const Buffer &buffer : function.buffers)
    if (buffer.value == "m") EXPECT_GE(buffer.lastStep - buffer.firstStep, inLoop);
}

} // namespace
} // namespace shardc::test
