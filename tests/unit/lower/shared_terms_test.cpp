// SPDX-License-Identifier: Apache-2.0
// Reductions of the same elements are done at once, with a result each.
#include "tests/unit/lower/fused.h"

namespace shardc::test {
namespace {

/// Of f32[128, 128] `x`, the ops.
std::string program(const std::string &ops, const std::string &outputs) {
  return R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [128, 128], "dtype": "f32"}], "ops": [)" +
         ops + R"(], "outputs": [)" + outputs + "]}";
}
std::string reduced(const std::string &name, const std::string &op, const std::string &of,
                    int dimension) {
  return R"({"name": ")" + name + R"(", "op": ")" + op + R"(", "in": [")" + of +
         R"("], "keepdims": true, "dimensions": [)" + std::to_string(dimension) + "]}";
}
const std::string kSquares = R"(, {"name": "q", "op": "multiply", "in": ["x", "x"]}, )";

TEST(SharedTerms, AreReadOnce) {
  const std::string ops = reduced("s", "sum", "x", 1) + kSquares + reduced("t", "sum", "q", 1);
  const Plan plan = fusedPlanOf(program(ops, R"("s", "t")"), "", 1000);
  EXPECT_EQ(labelsOf(plan), "1 s, t");
  ASSERT_FALSE(plan.functions.empty());
  EXPECT_EQ(plan.functions[0].kernels[0].name, "row_sums_0");
  EXPECT_EQ(plan.functions[0].kernels[0].bytes, 4 * (128 * 128 + 2 * 128));
}

/// The second is made of the first, too.
TEST(SharedTerms, AreThoseOfAVariance) {
  const std::string ops = reduced("m", "mean", "x", 1) +
                          R"(, {"name": "c", "op": "subtract", "in": ["x", "m"]},
                              {"name": "q", "op": "multiply", "in": ["c", "c"]}, )" +
                          reduced("v", "mean", "q", 1);
  EXPECT_EQ(labelsOf(fusedPlanOf(program(ops, R"("m", "v")"), "", 1000)), "1 m, v");
}

/// A logarithm of a sum of exponentials, which adds the largest again.
TEST(SharedTerms, AreThoseOfALargestAndASum) {
  const std::string ops = reduced("l", "max_of", "x", 1) +
                          R"(, {"name": "g", "op": "maximum", "in": ["l", 0.5]},
                              {"name": "h", "op": "multiply", "in": ["l", "g"]},
                              {"name": "c", "op": "subtract", "in": ["x", "h"]},
                              {"name": "e", "op": "exponential", "in": ["c"]}, )" +
                          reduced("s", "sum", "e", 1) +
                          R"(, {"name": "z", "op": "add", "in": ["s", "h"]})";
  EXPECT_EQ(labelsOf(fusedPlanOf(program(ops, R"("z")"), "", 1000)), "1 z");
}

TEST(SharedTerms, AreNotThoseOfOtherLoops) {
  const std::string ops = R"({"name": "s", "op": "sum", "in": ["x"], "dimensions": [1]})" +
                          kSquares +
                          R"({"name": "t", "op": "sum", "in": ["q"], "dimensions": [0]})";
  EXPECT_EQ(labelsOf(fusedPlanOf(program(ops, R"("s", "t")"), "", 1000)), "1 s; 2 t");
}

TEST(SharedTerms, AreOfPartsThatDevicesHave) {
  const std::string ops = reduced("s", "sum", "x", 0) + kSquares + reduced("t", "sum", "q", 0);
  const Plan plan = fusedPlanOf(
      program(ops, R"("s", "t")"),
      R"({"shardc": 1, "kind": "sharding", "mesh": "a=2", "inputs": {"x": ["a"]}})", 1000);
  EXPECT_EQ(labelsOf(plan), "1 s_part, t_part; 2 s; 3 t");
}

/// What is centred goes into the sum of columns, which has no place for sums of rows.
TEST(SharedTerms, LetMeansOfRowsIntoSumsOfColumns) {
  const std::string ops =
      R"({"name": "w", "op": "tanh", "in": ["x"]}, )" + reduced("m", "mean", "w", 1) +
      R"(, {"name": "c", "op": "subtract", "in": ["w", "m"]}, )" + reduced("s", "sum", "c", 0);
  EXPECT_EQ(labelsOf(fusedPlanOf(program(ops, R"("s")"), "", 1000)), "1 m; 2 s");
}

} // namespace
} // namespace shardc::test
