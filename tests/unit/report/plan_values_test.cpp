// SPDX-License-Identifier: Apache-2.0
// `values` of plan.json: how everything lies on the mesh.
#include "codegen/bundle.h"
#include "tests/support/compile.h"

#include "nlohmann/json.hpp"
#include "gtest/gtest.h"

namespace shardc {
namespace {

using Json = nlohmann::json;

Json planOf(llvm::StringRef program, llvm::StringRef config) {
  const test::Compiled compiled = test::compile(program, config);
  EXPECT_TRUE(compiled.plan) << compiled.messages();
  return Json::parse(planJson(*compiled.plan));
}

constexpr const char *kProgram = R"({"shardc": 1, "kind": "program",
  "inputs": [{"name": "x", "shape": [8, 6], "dtype": "f32"}],
  "ops": [{"name": "h", "op": "tanh", "in": ["x"]},
          {"name": "y", "op": "sum", "in": ["h"], "dimensions": [1]}],
  "outputs": ["y"]})";

TEST(PlanValues, HaveTheirAxesPerDimension) {
  const Json values = planOf(kProgram, R"({"shardc": 1, "kind": "sharding", "mesh": "a=2, b=3",
    "inputs": {"x": [["a", "b"], null]}, "outputs": {"y": ["a"]}})")["values"];
  EXPECT_EQ(values, Json::parse(R"([
    {"name": "x", "kind": "input", "shape": [8, 6], "sharding": [["a", "b"], null]},
    {"name": "h", "kind": "made", "shape": [8, 6], "sharding": [["a", "b"], null]},
    {"name": "y", "kind": "made", "shape": [8], "sharding": [["a", "b"]]},
    {"name": "y", "kind": "output", "shape": [8], "sharding": ["a"]}])"));
}

TEST(PlanValues, HaveSubAxesAndNothingOpen) {
  const Json values = planOf(kProgram, R"({"shardc": 1, "kind": "sharding", "mesh": "a=4",
    "inputs": {"x": [["a:(1)2", "?"], "?"]}})")["values"];
  EXPECT_EQ(values[0]["sharding"], Json::parse(R"(["a:(1)2", null])"));
}

TEST(PlanValues, AreNoneWithoutAMesh) {
  const Json plan = planOf(kProgram, R"({"shardc": 1, "kind": "sharding", "unspecified": "whole",
    "inputs": {"x": {"0": ["0:4", "4:8"]}}})");
  EXPECT_EQ(plan["values"], Json::array());
}

} // namespace
} // namespace shardc
