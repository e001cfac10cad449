// SPDX-License-Identifier: Apache-2.0
// What `shardc plan` prints of large plans and of small ones.
#include "codegen/bundle.h"
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Layers of two products each, with four parameters, on 8 x 8 devices.
Plan layers(int count) {
  std::string inputs = R"({"name": "x", "shape": [64, 16], "dtype": "f32"})", ops, shardings;
  std::string last = "x";
  for (int k = 0; k < count; ++k) {
    const std::string at = "layers_" + std::to_string(k) + "/";
    inputs += R"(, {"name": ")" + at + R"(up", "shape": [16, 64], "dtype": "f32"})" +
              R"(, {"name": ")" + at + R"(up_bias", "shape": [64], "dtype": "f32"})" +
              R"(, {"name": ")" + at + R"(down", "shape": [64, 16], "dtype": "f32"})" +
              R"(, {"name": ")" + at + R"(down_bias", "shape": [16], "dtype": "f32"})";
    const auto op = [&](const char *name, const char *mnemonic, const std::string &in) {
      ops += (ops.empty() ? "" : ", ") + (R"({"name": ")" + at) + name + R"(", "op": ")" +
             mnemonic + R"(", "in": [)" + in + "]}";
    };
    const auto quoted = [&](const char *name) { return "\"" + at + name + "\""; };
    op("a", "matmul", "\"" + last + "\", " + quoted("up"));
    op("b", "add", quoted("a") + ", " + quoted("up_bias"));
    op("c", "tanh", quoted("b"));
    op("d", "matmul", quoted("c") + ", " + quoted("down"));
    op("e", "add", quoted("d") + ", " + quoted("down_bias"));
    last = at + "e";
  }
  const std::string program = R"({"shardc": 1, "kind": "program", "name": "model", "inputs": [)" +
                              inputs + R"(], "ops": [)" + ops + R"(], "outputs": [")" + last +
                              "\"]}";
  test::Compiled compiled = test::compile(program, R"({"shardc": 1, "kind": "sharding",
    "mesh": "data=8, model=8", "inputs": {"x": ["data"], "*up": [null, "model"],
    "*up_bias": ["model"], "*down": ["model"], "*down_bias": []}})");
  EXPECT_TRUE(compiled.plan) << compiled.messages();
  return std::move(*compiled.plan);
}

TEST(PlanTable, OfALargeModelFitsOnAScreen) {
  const std::string text = planTable(layers(50));
  EXPECT_LE(llvm::StringRef(text).count('\n'), 45u) << text;
  for (llvm::StringRef rest = text; !rest.empty(); rest = rest.split('\n').second)
    EXPECT_LE(rest.split('\n').first.size(), 100u);
  EXPECT_THAT(text, HasSubstr("model: 64 devices, mesh data=8, model=8"));
  EXPECT_THAT(text, HasSubstr("50 x layers_{0..49}/up "));
  EXPECT_THAT(text, HasSubstr("[-, model]"));
  EXPECT_THAT(text, HasSubstr(" by 50 x all_reduce (c0 to c49): dot_general sums over dimension 1 "
                              "of"));
  EXPECT_THAT(text,
              HasSubstr("\n              layers_{0..49}/c and 0 of layers_{0..49}/down, split "
                        "over model\n"));
  EXPECT_THAT(text, HasSubstr("-v shows all 201 inputs and "));
}

TEST(PlanTable, SaysWhatTheOtherWayWithPartialSumsWouldTake) {
  Plan plan = layers(1); // a device receives 896 bytes
  const auto text = [&](OtherWay way) {
    plan.otherWay = way;
    // Where lines are broken does not matter.
    const std::string table = planTable(plan);
    std::vector<std::string> words;
    for (llvm::StringRef rest = table; !rest.empty(); rest = rest.ltrim()) {
      const auto [word, more] = rest.split(' ');
      words.push_back(word.trim().str());
      rest = more;
    }
    return llvm::join(words, " ");
  };
  const std::string combined = "; partial sums are combined where they are made, to pass them on "
                               "would move ";
  EXPECT_THAT(text({true, 1000, true}), HasSubstr(combined + "104 bytes more memory"));
  EXPECT_THAT(text({true, 800, false}), HasSubstr(combined + "96 bytes less memory"));
  EXPECT_THAT(text({true, 800, true}),
              HasSubstr(combined + "96 bytes less, and take longer by the work that is repeated "));
  EXPECT_THAT(text({true, 896, true}),
              HasSubstr(combined + "as much, and take longer by the work that is repeated "));
  EXPECT_THAT(
      text({false, 1000, true}),
      HasSubstr("; to combine each partial sum where it is made would move 104 bytes more "));
}

TEST(PlanJson, SaysWhatTheOtherWayWithPartialSumsWouldMove) {
  Plan plan = layers(1);
  EXPECT_THAT(planJson(plan), Not(HasSubstr("_passed_on")));
  plan.otherWay = OtherWay{true, 1000, true};
  EXPECT_THAT(planJson(plan), HasSubstr("\"bytes_moved_if_passed_on\": 1000,"));
  plan.otherWay->passesOn = false;
  EXPECT_THAT(planJson(plan), HasSubstr("\"bytes_moved_if_not_passed_on\": 1000,"));
}

TEST(PlanTable, HasNothingLeftOutWithEverything) {
  const Plan plan = layers(50);
  const std::string text = planTable(plan, Detail::all);
  EXPECT_THAT(text, HasSubstr("c49: all_reduce over model, receives"));
  EXPECT_THAT(text, HasSubstr("\n  layers_49/down_bias "));
  EXPECT_THAT(text, HasSubstr("x[56:64, 0:16]"));
  EXPECT_THAT(text, Not(HasSubstr("-v shows")));
}

TEST(PlanTable, LeavesOutBoxesOfDevicesFirst) {
  const std::string text = planTable(layers(1));
  EXPECT_THAT(text, Not(HasSubstr("x[56:64, 0:16]"))); // 64 rows
  EXPECT_THAT(text, HasSubstr("c0: all_reduce over model, receives"));
  EXPECT_THAT(text, HasSubstr("\n  -v shows the boxes of 64 devices\n"));
}

TEST(PlanTable, SaysWhatSchedulesOfGpusBeat) {
  test::Compiled compiled = test::compile(
      R"({"shardc": 1, "kind": "program", "name": "turn",
          "inputs": [{"name": "x", "shape": [1024, 2048], "dtype": "f32"}],
          "ops": [{"name": "y", "op": "transpose", "in": ["x"], "permutation": [1, 0]},
                  {"name": "z", "op": "negate", "in": ["y"]}], "outputs": ["z"]})",
      R"({"shardc": 1, "kind": "sharding", "mesh": "data=2", "inputs": {"x": ["data", null]}})");
  ASSERT_TRUE(compiled.plan) << compiled.messages();
  const std::string text = planTable(*compiled.plan, Detail::all);
  EXPECT_THAT(text, HasSubstr("instead of\n"));
  EXPECT_THAT(text, testing::ContainsRegex("turned .* us of memory .*elements: .* us of L2"));
  EXPECT_THAT(planTable(*compiled.plan), Not(HasSubstr("on GPUs"))) << "of -v alone";
}

} // namespace
} // namespace shardc
