// SPDX-License-Identifier: Apache-2.0
// What loops count with is passed on by the host, and is in memory nowhere.
#include "codegen/check/check.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using Numbers = std::vector<double>;
using testing::HasSubstr;

/// A loop that counts from `first` by `by` while `compare` 4, and carries what `ops` makes of v: w.
std::string loop(const std::string &first, const std::string &by, const std::string &compare,
                 const std::string &ops, const std::string &carried = "\"x\"",
                 const std::string &id = "") {
  const std::string i = "\"i" + id + "\"", v = "\"v" + id + "\"";
  const std::string inputs = "\"inputs\": [" + i + ", " + v + "]";
  return R"({"name": ["n)" + id + R"(", "z)" + id + R"("], "op": "while", "in": [{"value": )" +
         first + R"(, "dtype": "i32"}, )" + carried + R"(], "cond": {)" + inputs +
         R"(, "outputs": ["more"], "ops": [{"name": "more", "op": "compare", "in": [)" + i +
         R"(, 4], "comparison_direction": ")" + compare + R"("}]}, "body": {)" + inputs +
         R"(, "outputs": ["j)" + id + R"(", "w)" + id + R"("], "ops": [)" + ops +
         R"(, {"name": "j)" + id + R"(", "op": "add", "in": [)" + i + ", " + by + "]}]}}";
}

std::string program(const std::string &ops, const std::string &outputs = "\"z\"") {
  return R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [2], "dtype": "f32"}],
      "ops": [)" +
         ops + R"(], "outputs": [)" + outputs + "]}";
}

/// w = v + the counter.
std::string added(const std::string &id = "") {
  return R"({"name": "c)" + id + R"(", "op": "convert", "in": ["i)" + id +
         R"("], "dtype": "f32"}, {"name": "w)" + id + R"(", "op": "add", "in": ["v)" + id +
         R"(", "c)" + id + "\"]}";
}

/// The one output of [1, 2], of a plan that is proved.
Numbers run(const Compiled &c) {
  EXPECT_TRUE(c.plan) << c.messages();
  if (!c.plan) return {};
  EXPECT_EQ(check(*c.plan), std::nullopt);
  return valuesOf(runOn(*c.plan, {tensor({ElementType::f32, {2}}, {1, 2})}).front());
}

std::vector<std::string> namesOf(const Compiled &c) {
  std::vector<std::string> names;
  for (const Buffer &buffer : c.plan->functions[0].buffers)
    names.push_back(buffer.name);
  return names;
}

TEST(LoopCounters, AreInNoMemory) {
  const Compiled up = compile(program(loop("1", "2", "LT", added())), "");
  EXPECT_EQ(run(up), (Numbers{1 + 1 + 3, 2 + 1 + 3}));
  EXPECT_EQ(namesOf(up), (std::vector<std::string>{"x", "z", "n_body_w", "z_2"}));
  const Compiled down = compile(program(loop("9", "-2", "GT", added())), "");
  EXPECT_EQ(run(down), (Numbers{1 + 9 + 7 + 5, 2 + 9 + 7 + 5}));
  EXPECT_EQ(namesOf(down), (std::vector<std::string>{"x", "z", "n_body_w", "z_2"}));
}

TEST(LoopCounters, AreConstantsBehindTheirLoop) {
  const std::string after = R"(, {"name": "f", "op": "convert", "in": ["n"], "dtype": "f32"},
      {"name": "y", "op": "add", "in": ["z", "f"]})";
  const Compiled c = compile(program(loop("1", "2", "LT", added()) + after, "\"y\""), "");
  EXPECT_EQ(run(c), (Numbers{5 + 5, 6 + 5}));
  const Kernel &last = c.plan->functions[0].kernels[c.plan->functions[0].steps.back().kernel];
  EXPECT_EQ(str(last.formula), "y[i] = add(x0[i], 5)");
}

/// k can only be 0, so nothing reads it.
TEST(LoopCounters, StandInTheTextOfAStepWhereTheOpHasThem) {
  const std::string program = R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [2, 3], "dtype": "f32"}, {"name": "k", "shape": [], "dtype": "i32"},
                 {"name": "u", "shape": [2, 1], "dtype": "f32"}],
      "ops": [{"name": ["n", "z"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, "x"],
        "cond": {"inputs": ["i", "v"], "outputs": ["more"], "ops": [
          {"name": "more", "op": "compare", "in": ["i", 3], "comparison_direction": "LT"}]},
        "body": {"inputs": ["i", "v"], "outputs": ["j", "w"], "ops": [
          {"name": "w", "op": "dynamic_update_slice", "in": ["v", "u", "k", "i"]},
          {"name": "j", "op": "add", "in": ["i", 1]}]}}], "outputs": ["z"]})";
  const Compiled c = compile(program, "");
  ASSERT_TRUE(c.plan) << c.messages();
  for (const Step &step : c.plan->functions[0].steps)
    if (step.kind == Step::Kind::loop)
      EXPECT_EQ(step.bodies[1].front().text, "z = dynamic_update_slice(z, u, trip)");
}

TEST(LoopCounters, OfLoopsInLoopsAreApart) {
  const std::string product =
      R"({"name": "m", "op": "multiply", "in": ["i", "i_in"]},
         {"name": "c", "op": "convert", "in": ["m"], "dtype": "f32"},
         {"name": "w_in", "op": "add", "in": ["v_in", "c"]})";
  const std::string inner = loop("0", "1", "LT", product, "\"v\"", "_in");
  const std::string last = R"(, {"name": "w", "op": "negate", "in": ["z_in"]})";
  const Compiled c = compile(program(loop("2", "1", "LT", inner + last)), "");
  // 2 and 3, by 0 to 3 each.
  EXPECT_EQ(run(c), (Numbers{1 + 12 - 18, 2 + 12 - 18}));
  for (const Kernel &kernel : c.plan->functions[0].kernels)
    if (StringRef(str(kernel.formula)).contains("trip1"))
      EXPECT_EQ(tripsIn(kernel.formula).size(), 2u) << str(kernel.formula);
}

TEST(LoopCounters, StayWhereTheyDecide) {
  const std::string either = R"({"name": "w", "op": "case", "in": ["i"], "branches": [
      {"inputs": [], "ops": [{"name": "a", "op": "add", "in": ["v", 1]}], "outputs": ["a"]},
      {"inputs": [], "ops": [{"name": "b", "op": "add", "in": ["v", 10]}], "outputs": ["b"]}]})";
  const Compiled c = compile(program(loop("0", "1", "LT", either)), "");
  EXPECT_EQ(run(c), (Numbers{1 + 1 + 30, 2 + 1 + 30}));
}

TEST(LoopCounters, StayWhereOnlyARunCanTellTheTrips) {
  const std::string sum = R"({"name": "t", "op": "sum", "in": ["v"], "dimensions": [0]})";
  const std::string text = R"({"name": ["n", "z"], "op": "while", "in":
      [{"value": 0, "dtype": "i32"}, "x"], "cond": {"inputs": ["i", "v"], "outputs": ["more"],
        "ops": [)" + sum + R"(, {"name": "more", "op": "compare", "in": ["t", 9],
                                 "comparison_direction": "LT"}]},
      "body": {"inputs": ["i", "v"], "outputs": ["j", "w"], "ops": [)" +
                           added() + R"(, {"name": "j", "op": "add", "in": ["i", 1]}]}})";
  const Compiled c = compile(program(text), "");
  EXPECT_EQ(run(c), (Numbers{1 + 3, 2 + 3})); // 3 + 0, 3 + 2, 3 + 6
  for (const Kernel &kernel : c.plan->functions[0].kernels)
    EXPECT_TRUE(tripsIn(kernel.formula).empty()) << str(kernel.formula);
}

TEST(LoopCounters, AreProvedToBeOfTheLoopsAround) {
  const auto wrong = [](auto change) {
    Compiled c = compile(program(loop("1", "2", "LT", added())), "");
    change(c.plan->functions[0].steps);
    return check(*c.plan).value_or("");
  };
  EXPECT_THAT(wrong([](std::vector<Step> &steps) {
                for (Step &step : steps)
                  if (step.kind == Step::Kind::loop) step.trips = 5;
              }),
              HasSubstr("it counts 2 trips of a loop that is not around it"));
  EXPECT_THAT(wrong([](std::vector<Step> &steps) {
                const auto loop = llvm::find_if(
                    steps, [](const Step &step) { return step.kind == Step::Kind::loop; });
                const std::vector<Step> body = loop->bodies[1];
                steps.insert(steps.erase(loop), body.begin(), body.end());
              }),
              HasSubstr("it counts 2 trips of a loop that is not around it"));
}

} // namespace
} // namespace shardc::test
