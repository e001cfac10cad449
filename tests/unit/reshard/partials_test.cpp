// SPDX-License-Identifier: Apache-2.0
// Parts of sums whose best way is known: how far they go, and where they are combined.
#include "tests/unit/reshard/forms.h"

#include "gtest/gtest.h"

using namespace shardc::test;

namespace {

/// Inputs of so many numbers each, so small that sums are exact.
std::vector<std::vector<double>> smallNumbers(std::initializer_list<int> counts) {
  std::vector<std::vector<double>> given;
  for (const int count : counts)
    for (given.emplace_back(); static_cast<int>(given.back().size()) < count;)
      given.back().push_back(static_cast<double>(given.back().size() % (given.size() + 1)));
  return given;
}

TEST(ExactForms, PartialSumsStayPartialThoughOneIsWantedWholeToo) {
  const std::string text = program(input("x", "[8, 64]") + "," + input("v", "[64, 16]") + "," +
                                       input("w", "[64, 16]") + "," + input("u", "[16]"),
                                   dot("p", "x", "v") + "," + dot("q", "x", "w") + "," +
                                       op("s", "add", R"("p", "q")") + "," + dot("y", "s", "u"),
                                   R"("y", "p")");
  const auto given = smallNumbers({8 * 64, 64 * 16, 64 * 16, 16});
  const Ran ran = run(text, R"("mesh": "a=2", "inputs": {"x": [null, "a"], "v": ["a"], "w": ["a"]},
                               "outputs": [[], ["a"]])",
                      given);
  // The 8 sums of y, and p; q is never combined.
  EXPECT_EQ(ran.moves, "all_reduce over a, 32 bytes; reduce_scatter over a, 256 bytes; ");
  EXPECT_EQ(ran.outputs, run(text, R"("mesh": "a=1")", given).outputs);
}

/// p = x v: parts where the contracted dimension is split, so small that sums are exact.
std::string partsOf(const std::string &ops, const std::string &outputs,
                    const std::string &inputs = "") {
  return program(input("x", "[8, 64]") + "," + input("v", "[64, 16]") + inputs,
                 dot("p", "x", "v") + "," + ops, outputs);
}
constexpr const char *kContracted = R"("mesh": "a=2", "inputs": {"x": [null, "a"], "v": ["a"]},)";

void expectMoves(const std::string &text, const std::string &config, const std::string &moves) {
  const auto given = smallNumbers({8 * 64, 64 * 16});
  const Ran ran = run(text, config, given);
  EXPECT_EQ(ran.moves, moves);
  EXPECT_EQ(ran.outputs, run(text, R"("mesh": "a=1")", given).outputs);
}

TEST(ExactForms, PartialSumsThatAllWantSplitAreScattered) {
  expectMoves(partsOf(op("s", "tanh", "\"p\"") + "," + op("c", "cosine", "\"p\""), R"("s", "c")"),
              std::string(kContracted) + R"("outputs": [["a"], ["a"]])",
              "reduce_scatter over a, 256 bytes; ");
  // Also where propagation has p whole.
  expectMoves(partsOf(op("s", "tanh", "\"p\"") + "," + op("c", "cosine", "\"p\""), R"("s", "c")"),
              std::string(kContracted) +
                  R"("values": {"p": [null, null]}, "outputs": [["a"], ["a"]])",
              "reduce_scatter over a, 256 bytes; ");
}

TEST(ExactForms, PartialSumsThatOneWantsWholeAreCombinedOnce) {
  const std::string text =
      partsOf(op("s", "tanh", "\"p\"") + "," + op("c", "cosine", "\"p\""), R"("s", "c")");
  expectMoves(text,
              std::string(kContracted) + R"("values": {"s": [null, null]}, "outputs": [[], ["a"]])",
              "all_reduce over a, 512 bytes; ");
}

TEST(ExactForms, PartialSumsStayPartialOverSeveralOpsToWhereTheyAreSmall) {
  // Two sums of 8 are less than p, which both have as an operand.
  expectMoves(partsOf(op("n", "negate", "\"p\"") + "," + op("d", "multiply", R"("p", 2)") + "," +
                          op("s", "sum", "\"n\"", R"("dimensions": [1])") + "," +
                          op("t", "sum", "\"d\"", R"("dimensions": [1])"),
                      R"("s", "t")"),
              std::string(kContracted) + R"("outputs": [[], []])",
              "all_reduce over a, 32 bytes; all_reduce over a, 32 bytes; ");
}

TEST(ExactForms, StartOfASumOfPartialSumsCountsOnce) {
  // Of 8 rows, with a start of zero or any other.
  const std::string sum = R"("dimensions": [1], "body": {"inputs": ["a", "b"], "ops": [
      {"name": "c", "op": "add", "in": ["a", "b"]}], "outputs": ["c"]})";
  expectMoves(partsOf(op("s", "reduce", R"("p", 0)", sum), "\"s\""),
              std::string(kContracted) + R"("outputs": [[]])", "all_reduce over a, 32 bytes; ");
  expectMoves(partsOf(op("s", "reduce", R"("p", 5)", sum), "\"s\""),
              std::string(kContracted) + R"("outputs": [[]])", "all_reduce over a, 32 bytes; ");
  expectMoves(partsOf(op("s", "reduce", R"("p", "i")", sum), "\"s\"", "," + input("i", "[]")),
              std::string(kContracted) + R"("outputs": [[]])", "all_reduce over a, 32 bytes; ");
}

TEST(ExactForms, PartialSumsArePaddedWithZerosOnly) {
  const std::string sizes = R"("edge_padding_low": [1, 0], "edge_padding_high": [1, 0])";
  const std::string sum = "," + op("s", "sum", "\"q\"", R"("dimensions": [0])");
  expectMoves(partsOf(op("q", "pad", R"("p", 0)", sizes) + sum, "\"s\""),
              std::string(kContracted) + R"("outputs": [[]])", "all_reduce over a, 64 bytes; ");
  expectMoves(partsOf(op("q", "pad", R"("p", 3)", sizes) + sum, "\"s\""),
              std::string(kContracted) + R"("outputs": [[]])", "all_reduce over a, 512 bytes; ");
}

/// What a training step of one layer has when it is written as a scan over layers: the gradient of
/// what went into the layer is carried on, for a trip that there is not.
TEST(ExactForms, WhatOnlyANextTripWouldReadIsNotCombined) {
  const auto after = [](const std::string &trips) {
    const std::string text = program(
        input("x", "[8, 16]") + "," + input("w", "[16, 16]"),
        R"({"name": ["k", "c", "g"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, "x", "x"],
            "cond": {"inputs": ["i", "c", "g"], "outputs": ["more"], "ops": [
              {"name": "more", "op": "compare", "in": ["i", )" +
            trips + R"(], "comparison_direction": "LT"}]},
            "body": {"inputs": ["i", "c", "g"], "outputs": ["j", "d", "h"], "ops": [
              {"name": "j", "op": "add", "in": ["i", 1]}, {"name": "d", "op": "dot", "in": ["c", "w"]},
              {"name": "h", "op": "tanh", "in": ["c"]}]}})",
        "\"g\"");
    return run(text, R"("mesh": "a=2", "inputs": {"x": [], "w": ["a"]}, "outputs": [[]])").moves;
  };
  EXPECT_EQ(after("1"), "");
  EXPECT_NE(after("2"), "");
}

} // namespace
