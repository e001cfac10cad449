// SPDX-License-Identifier: Apache-2.0
// What a loop carries twice is in memory once.
#include "codegen/check/check.h"
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using Numbers = std::vector<double>;

/// Three trips that carry a and b, which begin as these and go on as what `ops` call c and d; z is
/// their sum.
std::string program(const std::string &a, const std::string &b, const std::string &ops) {
  return R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [2], "dtype": "f32"}, {"name": "y", "shape": [2], "dtype": "f32"}],
      "ops": [{"name": ["n", "e", "f"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, ")" +
         a + R"(", ")" + b + R"("],
        "cond": {"inputs": ["i", "a", "b"], "outputs": ["more"], "ops": [
          {"name": "more", "op": "compare", "in": ["i", 3], "comparison_direction": "LT"}]},
        "body": {"inputs": ["i", "a", "b"], "outputs": ["j", "c", "d"], "ops": [)" +
         ops + R"(, {"name": "j", "op": "add", "in": ["i", 1]}]}},
      {"name": "z", "op": "subtract", "in": [{"op": "multiply", "in": ["e", 2]}, "f"]}],
      "outputs": ["z"]})";
}

std::string op(const std::string &name, const std::string &op, const std::string &in) {
  return R"({"name": ")" + name + R"(", "op": ")" + op + R"(", "in": [)" + in + "]}";
}

/// What is carried in memory, as the loop's step says it, where z is as expected of [1, 2], [3, 5].
std::string carried(const std::string &program, const Numbers &expected) {
  const Compiled c = compile(program, "");
  EXPECT_TRUE(c.plan) << c.messages();
  if (!c.plan) return "";
  EXPECT_EQ(check(*c.plan), std::nullopt);
  const TensorSpec pair = {ElementType::f32, {2}};
  EXPECT_EQ(valuesOf(runOn(*c.plan, {tensor(pair, {1, 2}), tensor(pair, {3, 5})}).front()),
            expected)
      << program;
  for (const Step &step : c.plan->functions[0].steps)
    if (step.kind == Step::Kind::loop) return step.text;
  return "no loop";
}

TEST(EqualCells, AreOne) {
  const std::string twice =
      op("c", "multiply", R"("a", 2)") + ", " + op("d", "multiply", R"("b", 2)");
  EXPECT_EQ(carried(program("x", "x", twice), {8, 16}), "3 times: e");
}

TEST(EqualCells, MayBeMadeOfEachOther) {
  const std::string crossed =
      op("c", "multiply", R"("b", "a")") + ", " + op("d", "multiply", R"("a", "b")");
  EXPECT_EQ(carried(program("x", "x", crossed), {1, 256}), "3 times: e");
}

/// They are what they begin as, and a loop carries nothing into its own place.
TEST(EqualCells, ThatTradePlacesStay) {
  std::string traded = program("x", "x", op("m", "add", R"("a", "b")"));
  const std::string given = R"("c", "d")";
  traded.replace(traded.find(given), given.size(), R"("b", "a")");
  EXPECT_EQ(carried(traded, {1, 2}), "3 times: e, f");
}

TEST(EqualCells, BeginAlike) {
  const std::string twice =
      op("c", "multiply", R"("a", 2)") + ", " + op("d", "multiply", R"("b", 2)");
  EXPECT_EQ(carried(program("x", "y", twice), {-8, -8}), "3 times: e, f");
}

TEST(EqualCells, GoOnAlike) {
  const std::string others =
      op("c", "multiply", R"("a", 2)") + ", " + op("d", "add", R"("b", "y")");
  EXPECT_EQ(carried(program("x", "x", others), {2 * 8 - 10, 2 * 16 - 17}), "3 times: e, f");
}

/// One more than x from the second trip on.
TEST(EqualCells, StayAlikeInAllTrips) {
  const std::string later = op("c", "multiply", R"("a", 1)") + ", " +
                            op("m", "minimum", R"("i", 1)") + ", " +
                            R"({"name": "s", "op": "convert", "in": ["m"], "dtype": "f32"}, )" +
                            op("d", "add", R"("b", "s")");
  EXPECT_EQ(carried(program("x", "x", later), {-1, 0}), "3 times: e, f");
}

/// They add up what differs from the second trip on.
TEST(EqualCells, AreNotMadeOfOthers) {
  const std::string program = R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [2], "dtype": "f32"}, {"name": "y", "shape": [2], "dtype": "f32"}],
      "ops": [{"name": ["n", "p", "q", "e", "f"], "op": "while",
               "in": [{"value": 0, "dtype": "i32"}, "x", "x", "x", "x"],
        "cond": {"inputs": ["i", "a", "b", "c", "d"], "outputs": ["more"], "ops": [
          {"name": "more", "op": "compare", "in": ["i", 3], "comparison_direction": "LT"}]},
        "body": {"inputs": ["i", "a", "b", "c", "d"], "outputs": ["j", "g", "h", "s", "t"], "ops": [
          {"name": "g", "op": "multiply", "in": ["a", 2]}, {"name": "h", "op": "add", "in": ["b", "y"]},
          {"name": "s", "op": "add", "in": ["c", "a"]}, {"name": "t", "op": "add", "in": ["d", "b"]},
          {"name": "j", "op": "add", "in": ["i", 1]}]}},
      {"name": "z", "op": "subtract", "in": ["e", "f"]}], "outputs": ["z"]})";
  EXPECT_EQ(carried(program, {8 - 13, 16 - 23}), "3 times: p, q, e, f");
}

} // namespace
} // namespace shardc::test
