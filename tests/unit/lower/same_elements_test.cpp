// SPDX-License-Identifier: Apache-2.0
// Kernels over the same elements that have something in common: done at once, with a result each.
#include "tests/unit/lower/fused.h"

#include "codegen/bundle.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using testing::HasSubstr;

/// Of f32[4, 8] `g`, `m` and `p`, and f32[8] `w`, the ops.
std::string program(const std::string &ops, const std::string &outputs) {
  return R"({"shardc": 1, "kind": "program", "inputs": [
      {"name": "g", "shape": [4, 8], "dtype": "f32"}, {"name": "m", "shape": [4, 8], "dtype": "f32"},
      {"name": "p", "shape": [4, 8], "dtype": "f32"}, {"name": "w", "shape": [8], "dtype": "f32"}],
    "ops": [)" +
         ops + R"(], "outputs": [)" + outputs + "]}";
}

Plan planOf(const std::string &program, const std::string &config = "") {
  return fusedPlanOf(program, config, 7);
}

/// The kernels' text for GPUs.
std::string kernelsOf(const Plan &plan) {
  for (const BundleFile &file : bundleFiles(plan, {}))
    if (llvm::StringRef(file.path).ends_with(".kernels.cu")) return file.text;
  return "";
}

/// An optimiser: `n` and `q` are outputs, and `q` is made of `n` and of a rate that comes later.
const std::string kOptimiser = R"(
  {"name": "old", "op": "multiply", "in": ["m", 0.9]},
  {"name": "new", "op": "multiply", "in": ["g", 0.1]},
  {"name": "n", "op": "add", "in": ["old", "new"]},
  {"name": "rate", "op": "sum", "in": ["w"], "dimensions": [0]},
  {"name": "by", "op": "multiply", "in": ["n", "rate"]},
  {"name": "q", "op": "subtract", "in": ["p", "by"]})";

TEST(SameElements, AreReadOnceByWhatIsMadeOfThem) {
  const std::string ops =
      R"({"name": "a", "op": "exponential", "in": ["g"]}, {"name": "b", "op": "tanh", "in": ["g"]})";
  const Plan plan = planOf(program(ops, R"("a", "b")"));
  EXPECT_EQ(labelsOf(plan), "1 a, b");
  EXPECT_EQ(plan.functions[0].kernels[0].bytes, 3 * 4 * 32);
}

/// The rounds of two results are the same: what they have in common is computed once.
TEST(SameElements, ShareWhatIsComputedOfThem) {
  const std::string ops =
      R"({"name": "e", "op": "exponential", "in": ["g"]}, {"name": "a", "op": "add", "in": ["e", "m"]},
                             {"name": "b", "op": "multiply", "in": ["e", "p"]})";
  const Plan plan = planOf(program(ops, R"("a", "b")"));
  EXPECT_EQ(labelsOf(plan), "1 a, b");
  EXPECT_THAT(kernelsOf(plan), HasSubstr("const float exp_g = exp(g[n]);"));
}

/// The second waits for the rate, so the first is done where the second was.
TEST(SameElements, AreDoneWhereAllIsThere) {
  EXPECT_EQ(labelsOf(planOf(program(kOptimiser, R"("n", "q", "rate")"))), "1 rate; 2 n, q");
}

/// A sum of n comes between: the second cannot be done before it, nor the first after it.
TEST(SameElements, AreNotJoinedAroundWhatReadsTheOneForTheOther) {
  const std::string ops = R"({"name": "n", "op": "exponential", "in": ["g"]},
                             {"name": "s", "op": "sum", "in": ["n"], "dimensions": [0, 1]},
                             {"name": "r", "op": "divide", "in": ["n", "s"]})";
  EXPECT_EQ(labelsOf(planOf(program(ops, R"("n", "s", "r")"))), "1 n; 2 s; 3 r");
}

/// Other elements of the one are read for the other.
TEST(SameElements, AreNotOthersOfTheSameValue) {
  const std::string ops = R"({"name": "n", "op": "exponential", "in": ["g"]},
                             {"name": "r", "op": "reverse", "in": ["n"], "dimensions": [0]},
                             {"name": "s", "op": "add", "in": ["r", "m"]})";
  EXPECT_EQ(labelsOf(planOf(program(ops, R"("n", "s")"))), "1 n; 2 s");
}

/// A row that all rows are added to is read from the cache: nothing is saved.
TEST(SameElements, HaveMoreInCommonThanARow) {
  const std::string ops =
      R"({"name": "a", "op": "add", "in": ["g", "w"]}, {"name": "b", "op": "add", "in": ["p", "w"]})";
  EXPECT_EQ(labelsOf(planOf(program(ops, R"("a", "b")"))), "1 a; 2 b");
}

/// On every shard: a is cut in rows, and b is whole.
TEST(SameElements, AreTheSameOnEveryShard) {
  const std::string ops =
      R"({"name": "a", "op": "exponential", "in": ["g"]}, {"name": "b", "op": "tanh", "in": ["g"]})";
  const Plan plan =
      planOf(program(ops, R"("a", "b")"), R"({"shardc": 1, "kind": "sharding", "mesh": "x=2",
      "inputs": {"g": []}, "outputs": {"a": ["x", null], "b": []}})");
  EXPECT_EQ(labelsOf(plan), "1 a; 2 b");
  const Plan both =
      planOf(program(ops, R"("a", "b")"), R"({"shardc": 1, "kind": "sharding", "mesh": "x=2",
      "inputs": {"g": ["x", null]}, "outputs": {"a": ["x", null], "b": ["x", null]}})");
  EXPECT_EQ(labelsOf(both), "1 a, b");
}

/// What only a kernel's other results are made of is not in memory.
TEST(SameElements, AreNotStoredForThemselves) {
  std::string ops = R"({"name": "c0", "op": "exponential", "in": ["g"]})";
  for (int k = 1; k < 20; ++k)
    ops += R"(, {"name": "c)" + std::to_string(k) + R"(", "op": "tanh", "in": ["c)" +
           std::to_string(k - 1) + R"("]})";
  ops +=
      R"(, {"name": "a", "op": "add", "in": ["c19", "m"]}, {"name": "b", "op": "multiply", "in": ["c19", "p"]})";
  const Plan plan = planOf(program(ops, R"("a", "b")"));
  EXPECT_EQ(labelsOf(plan), "1 a, b");
  EXPECT_EQ(plan.functions[0].arenaBytes, 5 * 256) << "no memory but that of inputs and outputs";
}

/// All of an element is computed before any of it is written over an input.
TEST(SameElements, LieOverDonatedInputsThatOtherResultsRead) {
  const Plan plan =
      planOf(program(kOptimiser, R"("n", "q", "rate")"), R"({"shardc": 1, "kind": "sharding",
      "unspecified": "whole", "inputs": {}, "donate": ["m"]})");
  const Kernel &kernel = plan.functions[0].kernels.back();
  ASSERT_EQ(kernel.overwrites.size(), 1u);
  EXPECT_EQ(kernel.outs[kernel.overwrites[0].second].name, "n");
}

/// The second reads what the first is written over, so it is computed before that.
TEST(SameElements, AreComputedBeforeAnyIsStoredOverWhatOthersRead) {
  const std::string ops = R"({"name": "a", "op": "add", "in": ["g", "m"]},
                             {"name": "b", "op": "multiply", "in": ["m", "p"]})";
  const Plan plan = planOf(program(ops, R"("a", "b")"), R"({"shardc": 1, "kind": "sharding",
      "unspecified": "whole", "inputs": {}, "donate": ["m"]})");
  EXPECT_EQ(labelsOf(plan), "1 a, b");
  EXPECT_THAT(kernelsOf(plan), HasSubstr("const float mul_m = m[n] * p[n];\n  a[n] = "));
}

/// In a loop, what the trips before have made is not read for it.
TEST(SameElements, StayInTheirTripOfALoop) {
  const std::string ops = R"(
      {"name": "n", "op": "exponential", "in": ["g"]},
      {"name": ["step", "v"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, "n"],
       "cond": {"inputs": ["s", "u"], "outputs": ["more"],
                "ops": [{"name": "more", "op": "compare", "in": ["s", 3], "comparison_direction": "LT"}]},
       "body": {"inputs": ["s", "u"], "outputs": ["t", "q"],
                "ops": [{"name": "q", "op": "multiply", "in": ["u", "g"]},
                        {"name": "t", "op": "add", "in": ["s", 1]}]}},
      {"name": "k", "op": "tanh", "in": ["g"]})";
  const std::string labels = labelsOf(planOf(program(ops, R"("n", "v", "k")")));
  EXPECT_THAT(labels, testing::StartsWith("1 n, v; ")) << "what it begins with";
  EXPECT_THAT(labels, HasSubstr("; 3 k; "));
}

/// Of a pass of a sort: both of a pair are compared for each, and every array gets what is due.
TEST(SameElements, AreOneKernelForAPassOfASort) {
  const std::string sort = R"({"name": "s", "op": "sort", "in": ["m"], "dimension": 1,
      "comparator": {"inputs": ["a", "b"], "outputs": ["c"], "ops": [
        {"name": "c", "op": "compare", "in": ["a", "b"], "comparison_direction": "LT"}]}})";
  const Plan plan = planOf(program(sort, R"("s")"));
  std::vector<std::string> computed;
  for (const Step &step : plan.functions[0].steps)
    for (const std::vector<Step> &body : step.bodies)
      for (const Step &own : body)
        if (own.kind == Step::Kind::compute) computed.push_back(own.label);
  EXPECT_EQ(computed.size(), 1u) << testing::PrintToString(computed);
}

} // namespace
} // namespace shardc::test
