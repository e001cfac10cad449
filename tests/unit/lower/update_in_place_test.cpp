// SPDX-License-Identifier: Apache-2.0
// What a loop carries is updated where it lies, unless somebody needs what was there.
#include "codegen/check/check.h"
#include "frontend/ir/formula/updates.h"
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

using testing::HasSubstr;

/// Six times: `ops` makes "b" of the stack "a", [6, 4], and the number "i"; all of it is given.
std::string program(const std::string &ops, const std::string &carried = "b") {
  return R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [6, 4], "dtype": "f32"}],
      "ops": [{"name": ["n", "z"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, "x"],
        "cond": {"inputs": ["i", "a"], "ops": [{"name": "more", "op": "compare", "in": ["i", 6],
                                                "comparison_direction": "LT"}],
                 "outputs": ["more"]},
        "body": {"inputs": ["i", "a"], "ops": [)" +
         ops + R"(, {"name": "j", "op": "add", "in": ["i", 1]}], "outputs": ["j", ")" + carried +
         R"("]}}], "outputs": ["z"]})";
}

/// The row at `at` becomes `row`, [1, 4].
std::string update(const std::string &row, const std::string &at = "\"i\"") {
  return R"({"name": "b", "op": "dynamic_update_slice", "in": ["a", ")" + row + "\", " + at +
         R"(, {"value": 0, "dtype": "i32"}]})";
}
const std::string kRow = R"({"name": "o", "op": "dynamic_slice",
    "in": ["x", "i", {"value": 0, "dtype": "i32"}], "slice_sizes": [1, 4]},
    {"name": "r", "op": "exponential", "in": ["o"]})";

/// How many kernels update in place. The plan is proved, and gives what one without fusion does,
/// which copies.
int inPlace(const std::string &text, const std::string &config = "") {
  const Compiled c = compile(text, config), copied = compile(text, "", /*fuse=*/false);
  EXPECT_TRUE(c.plan) << c.messages();
  if (!c.plan) return -1;
  EXPECT_EQ(check(*c.plan), std::nullopt);
  const HostTensor x = iota({ElementType::f32, {6, 4}}, -9);
  EXPECT_EQ(valuesOf(runOn(*c.plan, {x})[0]), valuesOf(runOn(*copied.plan, {x})[0]));
  return static_cast<int>(llvm::count_if(
      c.plan->functions[0].kernels, [](const Kernel &kernel) { return updates(kernel.formula); }));
}

const Kernel &updateOf(const Compiled &c) {
  return *llvm::find_if(c.plan->functions[0].kernels,
                        [](const Kernel &kernel) { return updates(kernel.formula); });
}

TEST(UpdateInPlace, WritesTheBoxAlone) {
  const std::string text = program(kRow + ", " + update("r"));
  EXPECT_EQ(inPlace(text), 1);
  const Compiled c = compile(text, "");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(str(updateOf(c).formula), "y[trip, j] = exp(x0[pick(trip), j])");
  EXPECT_EQ(updateOf(c).bytes, 4 * 4 + 4 * 4); // some row of x, a row
  std::string body;
  for (const Step &step : c.plan->functions[0].steps)
    if (step.kind == Step::Kind::loop)
      for (const Step &inner : step.bodies[1])
        body += inner.text + "; ";
  EXPECT_EQ(body, "z = dynamic_update_slice(z, exponential(...), trip), 3 ops on z, x; ");
}

/// t sums up what is carried in every trip: `ops`, of which `v` is the sum so far.
std::string summing(const std::string &ops) {
  return R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [6, 4], "dtype": "f32"}],
      "ops": [{"name": ["n", "z", "t"], "op": "while",
        "in": [{"value": 0, "dtype": "i32"}, "x", {"op": "sum", "in": ["x"], "dimensions": [0]}],
        "cond": {"inputs": ["i", "a", "s"], "ops": [{"name": "more", "op": "compare",
                 "in": ["i", 6], "comparison_direction": "LT"}], "outputs": ["more"]},
        "body": {"inputs": ["i", "a", "s"], "ops": [)" +
         ops + R"(, {"name": "j", "op": "add", "in": ["i", 1]}], "outputs": ["j", "b", "v"]}}],
      "outputs": ["t", "z"]})";
}
std::string sumOf(const std::string &stack) {
  return R"({"name": "u", "op": "sum", "in": [")" + stack +
         R"("], "dimensions": [0]}, {"name": "v", "op": "add", "in": ["s", "u"]})";
}

TEST(UpdateInPlace, KeepsWhatIsReadAfterwards) {
  EXPECT_EQ(inPlace(summing(kRow + ", " + update("r") + ", " + sumOf("a"))), 0);
  EXPECT_EQ(
      inPlace(program(
          kRow + ", " + update("r") + R"(, {"name": "c", "op": "add", "in": ["a", "b"]})", "c")),
      0);
}

TEST(UpdateInPlace, LetsOthersReadWhatWasThereBefore) {
  EXPECT_EQ(inPlace(summing(sumOf("a") + ", " + kRow + ", " + update("r"))), 1);
}

TEST(UpdateInPlace, LetsOthersReadWhatIsThereThen) {
  // A cache: the new row is summed up with those before it.
  EXPECT_EQ(inPlace(summing(kRow + ", " + update("r") + ", " + sumOf("b"))), 1);
}

TEST(UpdateInPlace, ReadsNothingOfWhatItWrites) {
  // The next row in the place of this one.
  EXPECT_EQ(inPlace(program(R"({"name": "k", "op": "add", "in": ["i", 1]},
      {"name": "o", "op": "dynamic_slice", "in": ["a", "k", {"value": 0, "dtype": "i32"}],
       "slice_sizes": [1, 4]}, )" +
                            update("o"))),
            0);
}

TEST(UpdateInPlace, WritesABoxWithinRows) {
  EXPECT_EQ(inPlace(program(R"({"name": "r", "op": "dynamic_slice", "in": ["x", "i",
      {"value": 1, "dtype": "i32"}], "slice_sizes": [2, 2]}, )" +
                            update("r"))),
            1);
  // Always the first row.
  EXPECT_EQ(inPlace(program(kRow + ", " + update("r", R"({"value": 0, "dtype": "i32"})"))), 0);
}

TEST(UpdateInPlace, NeedsWholeDimensionsOnEveryDevice) {
  const auto on = [](const std::string &sharding) {
    return R"({"shardc": 1, "kind": "sharding", "mesh": "m=2", "inputs": {"x": )" + sharding + "}}";
  };
  const std::string text = program(kRow + ", " + update("r"));
  EXPECT_EQ(inPlace(text, on("[null, \"m\"]")), 1);
  EXPECT_EQ(inPlace(text, on("[\"m\"]")), 0);
}

TEST(UpdateInPlace, IsProvedWhereAllElementsAreThere) {
  Compiled c = compile(program(kRow + ", " + update("r")), "");
  ASSERT_TRUE(c.plan) << c.messages();
  // What the loop begins with is not there.
  std::vector<Step> &steps = c.plan->functions[0].steps;
  llvm::erase_if(steps, [](const Step &step) { return StringRef(step.text).starts_with("z ="); });
  EXPECT_THAT(check(*c.plan).value_or(""), HasSubstr("is updated, of which not all is there"));
}

} // namespace
} // namespace shardc::test
