// SPDX-License-Identifier: Apache-2.0
// "sharding" of ops in JSON programs.
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

std::string program(const std::string &sharding, const std::string &more = "") {
  return R"({"shardc": 1, "kind": "program", "name": "p",
 "inputs": [{"name": "x", "shape": [8, 4], "dtype": "f32", "dims": ["r", "c"]}],
 "ops": [{"name": "h", "op": "tanh", "in": ["x"], )" +
         more + R"("sharding": )" + sharding + R"(},
  {"name": "y", "op": "negate", "in": ["h"]}],
 "outputs": ["y"]})";
}

std::string lies(const std::string &text, const std::string &config = R"("mesh": "a=2, b=2")") {
  const Compiled c = compile(text, R"({"shardc": 1, "kind": "sharding", )" + config + "}");
  if (!c.plan) return c.messages();
  return c.plan->inputs.front().sharding + " -> " + c.plan->outputs.front().sharding;
}

TEST(OpShardings, AreConstraintsInAnyNotation) {
  EXPECT_EQ(lies(program(R"(["a"])")), "[a, -] -> [a, -]");
  EXPECT_EQ(lies(program(R"({"c": "b", "r": null})")), "[-, b] -> [-, b]");
  EXPECT_EQ(lies(program(R"({"dims": [["b", "a"]]})")), "[(b, a), -] -> [(b, a), -]");
  EXPECT_EQ(lies(program(R"({"hlo": "{devices=[1,2,2]<=[4] last_tile_dim_replicate}"})")),
            "[-, a] -> [-, a]");
  EXPECT_EQ(lies(program(R"({"shardy": "[{\"a\"}, {}]"})")), "[a, -] -> [a, -]");
}

TEST(OpShardings, NeedAMesh) {
  const std::string missing = " [missing-mesh] the sharding of an op is over a mesh, and there is "
                              "none; give a config with \"mesh\"\n";
  EXPECT_EQ(lies(program(R"(["a"])"), R"("conflict": "error")"), "error 3:63" + missing);
  EXPECT_EQ(lies(program(R"(["a"])"), R"("inputs": {"x": {"0": ["0:4", "4:8"]}})"),
            "error 3:63" + missing);
}

TEST(OpShardings, LocateWhatIsWrongInTheProgram) {
  EXPECT_EQ(lies(program(R"(["a",
 "z"])")),
            "error 4:2 [unknown-axis] the mesh has no axis 'z'\n");
  EXPECT_EQ(lies(program(R"([null, null, "a"])")),
            "error 3:63 [wrong-count] a sharding of 3 dimensions for value 'h' of rank 2\n");
  EXPECT_EQ(lies(program(R"({"arrives": ["a"], "used": []})")),
            "error 3:63 [wrong-value] value 'h' is inside the program and lies in one way; inputs "
            "arrive and are used, outputs are made and leave\n");
  EXPECT_EQ(lies(program(R"({"dims": ["a"], "override": true})")),
            "error 3:91 [unknown-key] \"override\" is for a config, which stands above the "
            "program; leave it out\n");
  EXPECT_EQ(
      lies(program(R"({"shardy": "[{}p1, {}]"})")),
      "error 3:74 [wrong-value] a dimension that is closed and has no axes has no priority\n");
  EXPECT_EQ(lies(program(R"({"hlo": "{replicate}"})")),
            "error 3:71 [wrong-notation] 'hlo' of value 'h': expected replicated, maximal, manual, "
            "unknown, unreduced, devices= or mesh[, not 'replicate}'\n");
}

constexpr const char *kMesh = R"("mesh": "a=2, b=2", "values": )";

TEST(OpShardings, AgreeWithTheConfigOrAreOverridden) {
  const std::string conflict = "error 1:66 [sharding-conflict] the sharding [{}, {\"b\"}] of value "
                               "'h' contradicts the program's [{\"a\"}, {}]; say \"override\": "
                               "true to mean it\nnote 3:63 [] the program's annotation\n";
  EXPECT_EQ(lies(program(R"(["a"])"), kMesh + std::string(R"({"h": [null, "b"]})")), conflict);
  EXPECT_EQ(lies(program(R"(["a"])"), kMesh + std::string(R"({"h": ["a"]})")), "[a, -] -> [a, -]");
  EXPECT_EQ(lies(program(R"(["a"])"),
                 kMesh + std::string(R"({"h": {"dims": [null, "b"], "override": true}})")),
            "[-, b] -> [-, b]");
  EXPECT_EQ(lies(program(R"(["a", "?"])"), kMesh + std::string(R"({"h": ["a", "b"]})")),
            "[a, b] -> [a, b]")
      << "an open dimension takes what the config adds";
}

/// The same of `sdy.sharding` in text, on an op and on a loop, whose result has a constraint.
TEST(OpShardings, OfTextAgreeWithTheConfigOrAreOverridden) {
  const auto text = [](const std::string &op) {
    return R"(sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func public @main(%x: tensor<8x4xf32>, %p: tensor<i1>) -> tensor<8x4xf32> {
  %h = )" + op +
           R"( loc("h")
  %y = stablehlo.negate %h : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
})";
  };
  const std::string given = R"(sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>)";
  const std::string op = "stablehlo.tanh %x {" + given + "} : tensor<8x4xf32>",
                    loop = R"(stablehlo.while(%v = %x) : tensor<8x4xf32> attributes {)" + given +
                           R"(} cond { stablehlo.return %p : tensor<i1> }
    do { %t = stablehlo.tanh %v : tensor<8x4xf32> stablehlo.return %t : tensor<8x4xf32> })";
  for (const std::string &one : {op, loop}) {
    const std::string refused = lies(text(one), R"("values": {"h": [null, "b"]})");
    EXPECT_NE(refused.find("[sharding-conflict]"), std::string::npos) << one << "\n" << refused;
    EXPECT_EQ(lies(text(one), R"("values": {"h": ["a"]})"), "[a, -] -> [a, -]") << one;
    EXPECT_EQ(lies(text(one), R"("values": {"h": {"dims": [null, "b"], "override": true}})"),
              "[-, b] -> [-, b]")
        << one;
  }
}

} // namespace
} // namespace shardc::test
