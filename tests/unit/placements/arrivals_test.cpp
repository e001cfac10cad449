// SPDX-License-Identifier: Apache-2.0
// What arrives in one placement and is used in another is moved once, and counted.
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// y = tanh(x) + x, of f32[8, 8], on a=2, b=2.
Compiled compiled(const std::string &members) {
  return compile(R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [8, 8], "dtype": "f32"}],
      "ops": [{"name": "y", "op": "add", "in": [{"op": "tanh", "in": ["x"]}, "x"]}],
      "outputs": ["y"]})",
                 R"({"shardc": 1, "kind": "sharding", "mesh": "a=2, b=2", )" + members + "}");
}

/// "[a, -] -> [-, a]: all_to_all over a, 64 bytes; "; else what is wrong.
std::string moves(const std::string &members) {
  const Compiled c = compiled(members);
  if (!c.plan) return c.messages();
  return c.plan->inputs[0].sharding + " -> " + c.plan->outputs[0].sharding + ": " +
         movesOf(*c.plan);
}

TEST(Arrivals, MoveOnceToWhereTheyAreUsed) {
  EXPECT_EQ(moves(R"("inputs": {"x": {"arrives": ["a"], "used": [null, "a"]}})"),
            "[a, -] -> [-, a]: all_to_all over a, 64 bytes; ");
  EXPECT_EQ(moves(R"("inputs": {"x": {"arrives": ["a"], "used": ["a", "b"]}})"),
            "[a, -] -> [a, b]: ");
  EXPECT_EQ(moves(R"("inputs": {"x": {"arrives": ["a"], "used": ["a"]}})"), "[a, -] -> [a, -]: ");
}

TEST(Arrivals, OutputsLeaveOtherwiseThanTheyAreMade) {
  EXPECT_EQ(moves(R"("inputs": {"x": ["a"]}, "outputs": {"y": {"made": ["a"], "leaves": []}})"),
            "[a, -] -> [-, -]: all_gather over a, 128 bytes; ");
}

TEST(Arrivals, ChangeNoNumber) {
  const HostTensor x = iota({ElementType::f32, {8, 8}}, -20);
  const auto expected = runOn(*compiled(R"("inputs": {"x": []})").plan, {x});
  for (const char *members : {R"("inputs": {"x": {"arrives": ["a", "b"], "used": [["b", "a"]]}})",
                              R"("inputs": {"x": {"arrives": [], "used": [null, ["b", "a"]]}},
           "outputs": {"y": {"made": ["a"], "leaves": [null, "a"]}})"}) {
    const Compiled c = compiled(members);
    ASSERT_TRUE(c.plan) << c.messages();
    EXPECT_EQ(valuesOf(runOn(*c.plan, {x})[0]), valuesOf(expected[0])) << members;
  }
}

TEST(Arrivals, HaveToAgreeWithTheProgramOutside) {
  const std::string program =
      "sdy.mesh @mesh = <[\"a\"=2]>\nfunc.func public @main(%x: tensor<8x8xf32> {sdy.sharding = "
      "#sdy.sharding<@mesh, [{\"a\"}, {}]>}) -> tensor<8x8xf32> {\n  %y = stablehlo.tanh %x : "
      "tensor<8x8xf32>\n  return %y : tensor<8x8xf32>\n}\n";
  const auto with = [&](const std::string &entry) {
    return compile(program,
                   R"({"shardc": 1, "kind": "sharding", "inputs": {"arg0": )" + entry + "}}");
  };
  EXPECT_TRUE(with(R"({"arrives": ["a"], "used": []})").plan);
  EXPECT_EQ(with(R"({"arrives": [], "used": ["a"]})").ids(),
            std::vector<std::string>{"sharding-conflict"});
  EXPECT_TRUE(with(R"({"arrives": [], "used": ["a"], "override": true})").plan);
}

} // namespace
} // namespace shardc::test
