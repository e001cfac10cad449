// SPDX-License-Identifier: Apache-2.0
// Sums that loops carry: where each trip adds partial sums, they are combined once.
#include "tests/support/compile.h"
#include "tests/unit/reshard/forms.h"

#include "codegen/check/check.h"
#include "codegen/report/facts.h"

#include "gtest/gtest.h"

using namespace shardc;
using namespace shardc::test;

namespace {

constexpr const char *kZeros =
    R"({"name": "first", "op": "broadcast_in_dim", "in": [{"value": 0, "dtype": "f32"}],
        "broadcast_dimensions": [], "shape": [8, 16]},)";

/// A loop of so many trips, which carries u, from `start` on, and v, from "first" on, and gives y,
/// the last v. The ops of a trip make t, the next u, and `next` of v.
std::string loop(int trips, const std::string &start, const std::string &ops,
                 const std::string &next = "next") {
  return R"({"name": ["n", "last", "y"], "op": "while",
      "in": [{"value": 0, "dtype": "i32"}, ")" +
         start + R"(", "first"],
      "cond": {"inputs": ["i", "u", "v"], "outputs": ["more"], "ops": [
        {"name": "more", "op": "compare", "in": ["i", )" +
         std::to_string(trips) + R"(], "comparison_direction": "LT"}]},
      "body": {"inputs": ["i", "u", "v"], "outputs": ["j", "t", ")" +
         next + R"("], "ops": [)" + ops + R"(, {"name": "j", "op": "add", "in": ["i", 1]}]}})";
}

/// What adds x u to v, and changes the sign of u.
std::string addingProduct() {
  return dot("d", "x", "u") + "," + op("t", "negate", "\"u\"") + "," +
         op("next", "add", R"("v", "d")");
}

/// y = the sum of x u, 8 by 16 numbers, over 3 trips; u changes its sign after each. A trip does
/// `more` as well, and makes `next` of v.
std::string sumOver(const std::string &before, const std::string &more = "",
                    const std::string &next = "next") {
  return program(input("x", "[8, 64]") + "," + input("w", "[64, 16]") +
                     (before.empty() ? "," + input("first", "[8, 16]") : ""),
                 before + loop(3, "w", addingProduct() + more, next), R"("y")");
}

constexpr const char *kSplit =
    R"({"shardc": 1, "kind": "sharding", "mesh": "a=2", "unspecified": "replicated",
        "inputs": {"x": [null, "a"], "w": ["a"]}, "outputs": [[]]})";

/// Bytes that a device receives.
double received(const std::string &text, const std::string &config = kSplit, bool passOn = true) {
  Compiled c = readOnly(text);
  c.passOn = passOn;
  compileRead(c, config);
  EXPECT_TRUE(c.plan) << c.messages();
  if (const auto wrong = check(*c.plan)) ADD_FAILURE() << *wrong;
  return facts::bytesMoved(*c.plan).payload;
}

constexpr double kOnce = 8 * 16 * 4;

TEST(CarriedSum, IsCombinedOnceAfterAllTrips) {
  EXPECT_EQ(received(sumOver(kZeros)), kOnce);
  EXPECT_EQ(received(sumOver(kZeros), kSplit, /*passOn=*/false), 3 * kOnce);
}

TEST(CarriedSum, IsWhatOneDeviceMakes) {
  const std::string split =
      R"("mesh": "a=2", "unspecified": "replicated", "inputs": {"x": [null, "a"], "w": ["a"]},
         "outputs": [[]])";
  const Ran ran = run(sumOver(kZeros), split);
  EXPECT_EQ(ran.moves, "all_reduce over a, 512 bytes; ");
  EXPECT_EQ(ran.outputs, run(sumOver(kZeros), R"("mesh": "a=1")").outputs);
}

TEST(CarriedSum, IsScatteredToWhereItIsWanted) {
  const std::string rows =
      R"({"shardc": 1, "kind": "sharding", "mesh": "a=2", "unspecified": "replicated",
          "inputs": {"x": [null, "a"], "w": ["a"]}, "outputs": [["a"]]})";
  EXPECT_EQ(received(sumOver(kZeros), rows), kOnce / 2);
}

TEST(CarriedSum, OfManyOfOneProductIsNotCarriedWhereTheProductMovesLess) {
  constexpr int kSums = 40;
  std::string names, zeros, before, after, ops, outputs;
  for (int k = 0; k < kSums; ++k) {
    const std::string n = std::to_string(k);
    names += ", \"y" + n + "\"";
    zeros += ", \"first\"";
    before += ", \"v" + n + "\"";
    after += ", \"next" + n + "\"";
    ops += op("s" + n, "multiply", "\"d\", " + std::to_string(k + 1)) + "," +
           op("next" + n, "add", "\"v" + n + "\", \"s" + n + "\"") + ",";
    outputs += (k ? ", \"y" : "\"y") + n + "\"";
  }
  const std::string text =
      program(input("x", "[8, 64]") + "," + input("w", "[64, 16]"),
              kZeros + (R"({"name": ["n", "last")" + names + R"(], "op": "while",
          "in": [{"value": 0, "dtype": "i32"}, "w")" +
                        zeros + R"(],
          "cond": {"inputs": ["i", "u")" +
                        before + R"(], "outputs": ["more"], "ops": [
            {"name": "more", "op": "compare", "in": ["i", 3], "comparison_direction": "LT"}]},
          "body": {"inputs": ["i", "u")" +
                        before + R"(], "outputs": ["j", "t")" + after + R"(], "ops": [)" +
                        dot("d", "x", "u") + "," + op("t", "negate", "\"u\"") + "," + ops +
                        R"({"name": "j", "op": "add", "in": ["i", 1]}]}})"),
              outputs);
  EXPECT_EQ(received(text, R"({"shardc": 1, "kind": "sharding", "mesh": "a=2",
      "unspecified": "replicated", "inputs": {"x": [null, "a"], "w": ["a"]}})"),
            3 * kOnce);
}

TEST(CarriedSum, MayBeginWithACopyOfZerosThatAreAnOutput) {
  const std::string zeros =
      R"({"name": "zero", "op": "constant", "value": 0, "shape": [], "dtype": "f32"},
         {"name": "first", "op": "broadcast_in_dim", "in": ["zero"],
          "broadcast_dimensions": [], "shape": [8, 16]},)";
  std::string text = sumOver(zeros);
  text.insert(text.rfind("\"y\"") + 3, ", \"zero\"");
  EXPECT_EQ(received(text, R"({"shardc": 1, "kind": "sharding", "mesh": "a=2",
      "unspecified": "replicated", "inputs": {"x": [null, "a"], "w": ["a"]}})"),
            kOnce);
}

/// As a recurrent net from a state of zeros has it: in the first trip what is added is zero, too.
TEST(CarriedSum, MayBeginWithZerosTimesZeros) {
  const std::string text = program(
      input("x", "[8, 64]") + "," + input("w", "[64, 16]"),
      std::string(kZeros) +
          R"({"name": "none", "op": "broadcast_in_dim", "in": [{"value": 0, "dtype": "f32"}],
              "broadcast_dimensions": [], "shape": [8, 64]},)" +
          loop(3, "none",
               dot("d", "u", "w") + "," + op("t", "add", R"("u", "x")") + "," +
                   op("next", "add", R"("v", "d")")),
      R"("y")");
  EXPECT_EQ(received(text), kOnce);
}

/// As a step of Runge and Kutta's method adds up the gradients of its parts, or momentum fades.
TEST(CarriedSum, MayBeMadeInSeveralSteps) {
  const std::string ops = dot("d", "x", "u") + "," + op("t", "negate", "\"u\"") + "," +
                          dot("e", "x", "t") + "," + op("faded", "multiply", R"("v", 0.5)") + "," +
                          op("with_d", "add", R"("faded", "d")") + ",";
  const auto text = [&](const char *last) {
    return program(input("x", "[8, 64]") + "," + input("w", "[64, 16]"),
                   kZeros + loop(3, "w", ops + op("next", "add", last)), R"("y")");
  };
  EXPECT_EQ(received(text(R"("with_d", "e")")), kOnce);
  // One of the steps adds what devices have alike.
  EXPECT_EQ(received(text(R"("with_d", 1.0)")), 3 * kOnce);
  const std::string split =
      R"("mesh": "a=2", "unspecified": "replicated", "inputs": {"x": [null, "a"], "w": ["a"]},
         "outputs": [[]])";
  EXPECT_EQ(run(text(R"("with_d", "e")"), split).outputs,
            run(text(R"("with_d", "e")"), R"("mesh": "a=1")").outputs);
}

TEST(CarriedSum, MayBeginWithZerosAlone) { EXPECT_EQ(received(sumOver("")), 3 * kOnce); }

TEST(CarriedSum, IsCombinedInEachTripThatNeedsIt) {
  EXPECT_EQ(received(sumOver(kZeros, "," + op("bent", "tanh", R"("next")"), "bent")), 3 * kOnce);
  EXPECT_EQ(received(sumOver(kZeros, "," + op("bent", "multiply", R"("v", "next")"), "bent")),
            3 * kOnce);
}

/// y = the sum of x u, 64 by 64 numbers, over 1,000 trips. To bring all of u in each, 256 bytes,
/// moves less than to combine the product, 16,384 bytes.
TEST(CarriedSum, IsWhatPartsAreMadeForThoughToBringOperandsMovesLessInATrip) {
  const std::string text =
      program(input("x", "[64, 2]") + "," + input("w", "[2, 64]"),
              R"({"name": "first", "op": "broadcast_in_dim", "in": [{"value": 0, "dtype": "f32"}],
          "broadcast_dimensions": [], "shape": [64, 64]},)" +
                  loop(1000, "w", addingProduct()),
              R"("y")");
  EXPECT_EQ(received(text), 64 * 64 * 4);
}

} // namespace
