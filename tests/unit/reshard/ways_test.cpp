// SPDX-License-Identifier: Apache-2.0
// Two ways of a program, partial sums passed on and combined where they are made: which is taken.
#include "tests/support/compile.h"
#include "tests/unit/reshard/forms.h"

#include "analysis/reshard/placed_cost.h"
#include "codegen/check/check.h"
#include "codegen/report/facts.h"

#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;

namespace {

/// A config is without its braces.
Compiled placed(const std::string &text, const std::string &config, const char *machine = "h100",
                bool passOn = true) {
  Compiled c = readOnly(text);
  c.machine = *findMachine(machine);
  c.passOn = passOn;
  compileRead(c, R"({"shardc": 1, "kind": "sharding", )" + config + "}");
  EXPECT_TRUE(c.plan) << c.messages();
  if (const auto wrong = check(*c.plan)) ADD_FAILURE() << *wrong;
  return c;
}

double received(const Compiled &c) { return facts::bytesMoved(*c.plan).payload; }

/// y = ((h u) v) w, where all but the first product have their sum split.
const std::string kThreeProducts =
    program(input("h", "[8, 16]") + "," + input("u", "[16, 32]") + "," + input("v", "[32, 32]") +
                "," + input("w", "[32, 32]"),
            dot("a", "h", "u") + "," + dot("b", "a", "v") + "," + dot("y", "b", "w"), "\"y\"");
constexpr const char *kInTurns = R"("mesh": "a=2", "inputs": {"h": [], "u": [null, "a"],
    "v": ["a"], "w": ["a"]}, "outputs": [[]])";

TEST(Ways, PassingOnIsNotTakenWhereItMovesMore) {
  const Compiled c = placed(kThreeProducts, kInTurns);
  EXPECT_EQ(movesOf(*c.plan), "reduce_scatter over a, 512 bytes; all_reduce over a, 1024 bytes; ")
      << "b stays partial where all of w, 2,048 bytes, is brought for it";
  ASSERT_TRUE(c.plan->otherWay);
  EXPECT_TRUE(c.plan->otherWay->passesOn);
  EXPECT_EQ(c.plan->otherWay->bytes, 2048 + 1024);
  EXPECT_TRUE(c.plan->otherWay->isSlower);
}

TEST(Ways, StrictIsToldWhatPassingOnWouldMove) {
  const Compiled c = placed(kThreeProducts, kInTurns, "h100", /*passOn=*/false);
  ASSERT_TRUE(c.plan->otherWay);
  EXPECT_EQ(c.plan->otherWay->bytes, 2048 + 1024);
  EXPECT_EQ(received(c), 512 + 1024);
}

/// y = (x v) w, where the first product has its sum split and y is wanted in rows: to pass p on
/// saves 1,024 bytes, and doubles the 65,536 FLOPs of the second product.
const std::string kTwoProducts =
    program(input("x", "[8, 16]") + "," + input("v", "[16, 128]") + "," + input("w", "[128, 64]"),
            dot("p", "x", "v") + "," + dot("y", "p", "w"), "\"y\"");
constexpr const char *kFirstSplit =
    R"("mesh": "a=2", "inputs": {"x": [null, "a"], "v": ["a"], "w": []}, "outputs": [["a"]])";

TEST(Ways, WorkIsDoneAgainForFewerBytesWhereTheMachineSaysThatItPays) {
  const Compiled gpu = placed(kTwoProducts, kFirstSplit, "h100");
  EXPECT_EQ(movesOf(*gpu.plan), "reduce_scatter over a, 1024 bytes; ");
  ASSERT_TRUE(gpu.plan->otherWay);
  EXPECT_FALSE(gpu.plan->otherWay->passesOn);
  EXPECT_EQ(gpu.plan->otherWay->bytes, 2048);
  const Compiled cpu = placed(kTwoProducts, kFirstSplit, "cpu");
  EXPECT_EQ(movesOf(*cpu.plan), "reduce_scatter over a, 2048 bytes; ");
  EXPECT_LT(facts::flopsPerDevice(*cpu.plan) + 60'000, facts::flopsPerDevice(*gpu.plan));
}

TEST(Ways, NothingIsToldWhereBothAreOne) {
  const std::string text =
      program(input("x", "[8, 64]") + "," + input("v", "[64, 16]"), dot("y", "x", "v"), "\"y\"");
  const Compiled c =
      placed(text, R"("mesh": "a=2", "inputs": {"x": [null, "a"], "v": ["a"]}, "outputs": [[]])");
  EXPECT_FALSE(c.plan->otherWay);
}

/// v is made whole in each trip, and once more behind the loop; m is read by nobody.
TEST(Ways, CostsAreWhatThePlanMoves) {
  const std::string body = R"({"inputs": ["i", "c", "m"], "outputs": ["j", "n", "c"], "ops": [
      {"name": "j", "op": "add", "in": ["i", 1]}, {"name": "n", "op": "dot", "in": ["c", "w"]}]})";
  const std::string text = program(
      input("x", "[8, 16]") + "," + input("w", "[16, 16]"),
      R"({"name": ["k", "v", "l"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, "x", "x"],
          "cond": {"inputs": ["i", "c", "m"], "outputs": ["more"], "ops": [
            {"name": "more", "op": "compare", "in": ["i", 5], "comparison_direction": "LT"}]},
          "body": )" +
          body + "}," + dot("y", "v", "w"),
      "\"y\"");
  const Compiled c =
      placed(text, R"("mesh": "a=2", "inputs": {"x": [], "w": ["a"]}, "outputs": [[]])");
  const PlacedCost cost = costOf(*c.partitioned, c.machine);
  EXPECT_GT(cost.bytes, 0);
  EXPECT_EQ(cost.bytes, received(c));
  EXPECT_EQ(cost.moves, 2);
}

TEST(Cost, OfABranchIsThatOfTheBodyThatReceivesMost) {
  const std::string either = R"({"name": "y", "op": "case", "in": ["k"], "branches": [
      {"inputs": [], "outputs": ["d"], "ops": [)" +
                             dot("d", "x", "w") + R"(]},
      {"inputs": [], "outputs": ["t"], "ops": [)" +
                             op("t", "tanh", "\"v\"") + "]}]}";
  const std::string k = R"({"name": "k", "shape": [], "dtype": "i32"},)";
  const std::string inputs =
      k + input("x", "[8, 32]") + "," + input("w", "[32, 16]") + "," + input("v", "[8, 16]");
  const Compiled c = placed(program(inputs, either, "\"y\""), R"("mesh": "a=2", "inputs": {"k": [],
      "x": [null, "a"], "w": ["a"], "v": [null, "a"]}, "outputs": [["a"]])");
  const PlacedCost cost = costOf(*c.partitioned, c.machine);
  EXPECT_EQ(facts::bytesOfAllBodies(*c.plan), 256 + 128) << "a reduce_scatter, an all_to_all";
  EXPECT_EQ(cost.bytes, 256);
  EXPECT_EQ(received(c), 256);
  EXPECT_GT(cost.allSeconds, cost.seconds + 128 / c.machine.linkBandwidth);
}

} // namespace
