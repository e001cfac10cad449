// SPDX-License-Identifier: Apache-2.0
// Reductions of several values, as of the largest number and where it is: done once for all
// results.
#include "tests/unit/lower/fused.h"

#include "codegen/bundle.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using testing::HasSubstr;

constexpr const char *kFirstLargest = R"(
  {"name": "first", "op": "compare", "in": ["a", "b"], "comparison_direction": "GE", "compare_type": "TOTALORDER"},
  {"name": "c", "op": "select", "in": ["first", "a", "b"]},
  {"name": "k", "op": "select", "in": ["first", "i", "j"]})";

/// Of rows of x, an f32[4, 64], the largest element `m` and its column `n`; then `ops`.
std::string program(const std::string &ops, const std::string &outputs) {
  return R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [4, 64], "dtype": "f32"}, {"name": "w", "shape": [4], "dtype": "f32"}],
    "ops": [
      {"name": "i", "op": "iota", "iota_dimension": 1, "shape": [4, 64], "dtype": "i32"},
      {"name": ["m", "n"], "op": "reduce", "dimensions": [1],
       "in": ["x", "i", {"value": "-inf", "dtype": "f32"}, {"value": 0, "dtype": "i32"}],
       "body": {"inputs": ["a", "i", "b", "j"], "outputs": ["c", "k"], "ops": [)" +
         std::string(kFirstLargest) + "]}}" + (ops.empty() ? "" : ", " + ops) +
         R"(], "outputs": [)" + outputs + "]}";
}

Plan planOf(const std::string &program, const std::string &config = "") {
  return fusedPlanOf(program, config);
}

TEST(Siblings, AreOneKernelWithAllResults) {
  const Plan plan = planOf(program("", R"("m", "n")"));
  EXPECT_EQ(labelsOf(plan), "1 m, n");
  const Function &function = plan.functions.front();
  EXPECT_EQ(function.steps[0].text, "m, n = reduce(x, iota, across [1], init -inf, 0)");
  ASSERT_EQ(function.kernels.size(), 1u);
  EXPECT_EQ(function.kernels[0].name, "reduce_0");
  EXPECT_EQ(function.kernels[0].flops, 4 * 64) << "a comparison for each element";
  EXPECT_EQ(function.kernels[0].bytes, 4 * (4 * 64 + 4 + 4));
  EXPECT_EQ(plan.repeated.flops, 0);
}

TEST(Siblings, AreSoWithoutFusion) {
  const Compiled c = compile(program("", R"("m", "n")"), "", /*fuse=*/false);
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_THAT(labelsOf(*c.plan), HasSubstr(" m, n"));
}

TEST(Siblings, AreWhatIsMadeOfResults) {
  const Plan plan = planOf(program(R"({"name": "z", "op": "multiply", "in": ["m", "w"]},
                                      {"name": "k", "op": "add", "in": ["n", 1]})",
                                   R"("z", "k")"));
  EXPECT_EQ(labelsOf(plan), "1 z, k");
  EXPECT_EQ(plan.functions[0].kernels[0].name, "reduce_0") << "what both share";
  EXPECT_THAT(plan.functions[0].steps[0].text, HasSubstr("; k = add("));
}

TEST(Siblings, AreNoneWhereOneResultIsUnused) {
  const Plan plan = planOf(program("", R"("n")"));
  EXPECT_EQ(labelsOf(plan), "1 n");
  EXPECT_EQ(plan.functions[0].kernels[0].formula.results.size(), 1u);
}

TEST(Siblings, AreOneKernelUnderAnotherName) {
  const Plan plan =
      planOf(program(R"({"name": "z", "op": "multiply", "in": ["m", "w"]})", R"("n", "m", "z")"));
  EXPECT_EQ(labelsOf(plan), "1 m, n; 2 z");
}

/// t, of both results, cannot be made where m is: it reads s, which is made of m.
TEST(Siblings, AreInMemoryForWhatDependsOnBoth) {
  const std::string ops = R"({"name": "s", "op": "multiply", "in": ["m", "w"]},
                             {"name": "f", "op": "convert", "in": ["n"], "dtype": "f32"},
                             {"name": "t", "op": "add", "in": ["f", "s"]})";
  const Plan plan = planOf(program(ops, R"("s", "t")"));
  EXPECT_EQ(labelsOf(plan), "1 n, s; 2 t");
  EXPECT_EQ(plan.repeated.flops, 0);
}

/// Rows of elements, and one for each: n is computed into memory for the rows.
TEST(Siblings, AreInMemoryForWhatHasOtherElements) {
  const std::string ops = R"({"name": "r", "op": "broadcast_in_dim", "in": ["n"], "shape": [4, 64],
                              "broadcast_dimensions": [0]},
                             {"name": "o", "op": "compare", "in": ["r", "i"], "comparison_direction": "EQ"})";
  const Plan plan = planOf(program(ops, R"("m", "o")"));
  EXPECT_EQ(labelsOf(plan), "1 m, n; 2 o");
}

/// With few columns looking for n again takes less time than writing and reading it.
TEST(Siblings, AreDoneAgainWhereThatTakesLess) {
  const std::string ops = R"({"name": "r", "op": "broadcast_in_dim", "in": ["n"], "shape": [4, 64],
                              "broadcast_dimensions": [0]},
                             {"name": "o", "op": "compare", "in": ["r", "i"], "comparison_direction": "EQ"})";
  std::string text = program(ops, R"("m", "o")");
  for (size_t at = text.find("64"); at != std::string::npos; at = text.find("64"))
    text.replace(at, 2, "6");
  EXPECT_EQ(labelsOf(planOf(text)), "1 m; 2 o");
}

/// In the loop the rows are columns of a transposed x, so that this is another op.
TEST(Siblings, DoNotComeFromAnotherRegion) {
  const std::string ops = R"(
      {"name": ["step", "v"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, "w"],
       "cond": {"inputs": ["s", "u"], "outputs": ["more"],
                "ops": [{"name": "more", "op": "compare", "in": ["s", 2], "comparison_direction": "LT"}]},
       "body": {"inputs": ["s", "u"], "outputs": ["t", "q"],
                "ops": [{"name": "y", "op": "transpose", "in": ["x"], "permutation": [1, 0]},
                        {"name": "r", "op": "iota", "iota_dimension": 0, "shape": [64, 4], "dtype": "i32"},
                        {"name": ["l", "z"], "op": "reduce", "dimensions": [0],
                         "in": ["y", "r", {"value": "-inf", "dtype": "f32"}, {"value": 0, "dtype": "i32"}],
                         "body": {"inputs": ["a", "i", "b", "j"], "outputs": ["c", "k"], "ops": [)" +
                          std::string(kFirstLargest) + R"(]}},
                        {"name": "q", "op": "convert", "in": ["z"], "dtype": "f32"},
                        {"name": "t", "op": "add", "in": ["s", 1]}]}})";
  const std::string labels = labelsOf(planOf(program(ops, R"("m", "v")")));
  EXPECT_EQ(labels, "1 m; 2 v; 3 while; ; 3.1 step_body_q; 3.2 v; 4 v_2");
}

/// A shard needs m of the row before its own, and n of its own.
TEST(Siblings, HaveTheSameElementsOnEveryShard) {
  const std::string ops = R"(
      {"name": "first", "op": "slice", "in": ["m"], "start_indices": [0], "limit_indices": [1]},
      {"name": "most", "op": "slice", "in": ["m"], "start_indices": [0], "limit_indices": [3]},
      {"name": "before", "op": "concatenate", "in": ["first", "most"], "dimension": 0},
      {"name": "sum", "op": "add", "in": ["m", "before"]},
      {"name": "z", "op": "add", "in": ["sum", "w"]},
      {"name": "f", "op": "convert", "in": ["n"], "dtype": "f32"},
      {"name": "k", "op": "add", "in": ["f", "w"]})";
  const Plan plan = planOf(program(ops, R"("z", "k")"), R"({"shardc": 1, "kind": "sharding",
      "unspecified": "whole", "inputs": {"w": {"0": ["0:2", "2:4"]}}})");
  EXPECT_EQ(labelsOf(plan), "1 m; 2 z; 3 k");
}

/// k is what a loop adds to n: it comes behind the loop, and the reduction before it.
TEST(Siblings, AreNotTakenOverALoop) {
  const std::string ops = R"(
      {"name": ["step", "v"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, "m"],
       "cond": {"inputs": ["s", "u"], "outputs": ["more"],
                "ops": [{"name": "more", "op": "compare", "in": ["s", 3], "comparison_direction": "LT"}]},
       "body": {"inputs": ["s", "u"], "outputs": ["t", "q"],
                "ops": [{"name": "q", "op": "multiply", "in": ["u", "w"]},
                        {"name": "t", "op": "add", "in": ["s", 1]}]}},
      {"name": "f", "op": "convert", "in": ["n"], "dtype": "f32"},
      {"name": "k", "op": "add", "in": ["f", "v"]})";
  const std::string labels = labelsOf(planOf(program(ops, R"("m", "k")")));
  EXPECT_THAT(labels, testing::StartsWith("1 m, n; "));
}

/// Each device's share of the columns, and then the best of all shares. What moves is done at once.
TEST(Siblings, AreOneKernelInEachStageOnAMesh) {
  const Plan plan = planOf(program("", R"("m", "n")"), R"({"shardc": 1, "kind": "sharding",
             "mesh": "a=2,b=4", "inputs": {"x": ["a", "b"], "w": []}})");
  EXPECT_EQ(labelsOf(plan), "1 m_part, n_part; 2 m_part_all; 3 n_part_all; 4 m, n");
}

/// Outputs that are cut otherwise are made by functions of their own, each with the reduction.
TEST(Siblings, AreRepeatedByTheFunctionsOfOtherSlices) {
  const std::string ops = R"({"name": "z", "op": "multiply", "in": ["m", "w"]})";
  const Plan plan = planOf(program("", R"("m", "n")"), R"({"shardc": 1, "kind": "sharding",
      "unspecified": "whole", "inputs": {}, "outputs": {"m": {"0": ["0:1", "1:4"]}, "n": {"0": ["0:2", "2:4"]}}})");
  ASSERT_EQ(plan.functions.size(), 2u);
  EXPECT_EQ(plan.repeated.flops, 4 * 64);
}

/// Of both what is written is proved to lie in its window, and to be there where it is read.
TEST(Siblings, AreCheckedEach) {
  for (const size_t result : {0u, 1u}) {
    Plan plan = planOf(program("", R"("m", "n")"));
    EXPECT_EQ(check(plan), std::nullopt);
    Function &function = plan.functions.front();
    Buffer &out = function.buffers[function.steps[0].outs[result]];
    out.window[0].hi = uniform<int64_t>(3);
    EXPECT_THAT(check(plan).value_or(""),
                HasSubstr("of '" + out.name + "' is written, beside its window"));
  }
}

TEST(Siblings, AreSaidTogetherInBundles) {
  const Compiled c = compile(program("", R"("m", "n")"), "");
  ASSERT_TRUE(c.plan) << c.messages();
  for (const BundleFile &file : bundleFiles(*c.plan, {})) {
    if (file.path == "plan.json") EXPECT_THAT(file.text, HasSubstr(R"("results": ["m", "n"])"));
    if (llvm::StringRef(file.path).ends_with(".step.cpp"))
      EXPECT_THAT(file.text, HasSubstr("// 1  m, n = reduce(x, iota, across [1], init -inf, 0)"));
    if (llvm::StringRef(file.path).ends_with(".kernels.cu")) {
      EXPECT_THAT(file.text, HasSubstr("// reduce_0: m[i] = "));
      EXPECT_THAT(file.text, HasSubstr("//           n[i] = "));
    }
  }
}

} // namespace
} // namespace shardc::test
