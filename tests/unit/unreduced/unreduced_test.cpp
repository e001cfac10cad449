// SPDX-License-Identifier: Apache-2.0
// Inputs and outputs that are left unreduced: what moves, what comes out, what is proved.
#include "codegen/check/check.h"
#include "codegen/plan/sum_bits.h"
#include "tests/support/compile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>

namespace shardc::test {
namespace {

using testing::HasSubstr;

std::string config(const std::string &members) {
  return R"({"shardc": 1, "kind": "sharding", )" + members + "}";
}

/// A program over x f32[4, 8] and w f32[8, 6].
Compiled compiled(const std::string &ops, const std::string &outputs, const std::string &members) {
  return compile(R"({"shardc": 1, "kind": "program", "name": "p",
      "inputs": [{"name": "x", "shape": [4, 8], "dtype": "f32"},
                 {"name": "w", "shape": [8, 6], "dtype": "f32"}],
      "ops": [)" + ops +
                     R"(], "outputs": [)" + outputs + "]}",
                 members.empty() ? "" : config(members));
}

constexpr const char *kProduct = R"({"name": "y", "op": "dot_general", "in": ["x", "w"],
    "lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0]})";

/// y = x w, split where it is contracted.
Compiled product(const std::string &members) { return compiled(kProduct, "\"y\"", members); }

std::string split(const std::string &mesh, const std::string &axes) {
  return R"("mesh": ")" + mesh + R"(", "inputs": {"x": [null, )" + axes + R"(], "w": [)" + axes +
         R"(]}, "outputs": {"y": )";
}

/// What moves; the outputs are those of one device, and the plan is proved.
std::string moves(const Compiled &cut, const Compiled &whole) {
  if (!cut.plan) return cut.messages();
  if (const auto wrong = check(*cut.plan)) return *wrong;
  std::vector<HostTensor> inputs;
  for (const PlanTensor &input : whole.plan->inputs)
    inputs.push_back(iota(input.type, -20));
  const auto expected = runOn(*whole.plan, inputs), got = runOn(*cut.plan, inputs);
  for (size_t output = 0; output < got.size(); ++output)
    EXPECT_EQ(valuesOf(got[output]), valuesOf(expected[output])) << "output " << output;
  return movesOf(*cut.plan);
}

std::string moves(const std::string &members) { return moves(product(members), product("")); }

TEST(Unreduced, TypesWithoutANumberThatChangesNothingAreRefused) {
  const auto messages = [](const std::string &type, const std::string &unreduced) {
    return compile(R"({"shardc": 1, "kind": "program", "name": "p",
        "inputs": [{"name": "x", "shape": [4], "dtype": ")" +
                       type + R"("}], "ops": [], "outputs": ["x"]})",
                   config(R"("mesh": "a=2", "outputs": {"x": {"dims": [], "unreduced": )" +
                          unreduced + "}}"))
        .messages();
  };
  EXPECT_THAT(messages("f8E8M0FNU", R"(["a"])"), HasSubstr("unreduced, but no 'f8E8M0FNU' leaves"));
  EXPECT_THAT(messages("complex64", R"({"max": ["a"]})"), HasSubstr("but no 'complex<f32>' leaves"));
  EXPECT_EQ(messages("f8E8M0FNU", R"({"max": ["a"]})"), "");
  EXPECT_EQ(messages("f8E4M3FNUZ", R"(["a"])"), "");
}

TEST(Unreduced, PartialSumsThatAreThereAreLeft) {
  EXPECT_EQ(moves(split("a=2", "\"a\"") + R"({"dims": [], "unreduced": ["a"]}})"), "");
  EXPECT_EQ(moves(split("a=8", "\"a:(1)2\"") + R"({"dims": [], "unreduced": ["a:(1)2"]}})"), "");
}

TEST(Unreduced, AxesThatAreNotLeftAreCombined) {
  EXPECT_EQ(moves(split("a=2, b=2", R"(["a", "b"])") + R"({"dims": [], "unreduced": ["b"]}})"),
            "all_reduce over a, 96 bytes; ");
}

TEST(Unreduced, SumsOfAnotherKindAreCombinedFirst) {
  EXPECT_EQ(moves(split("a=2", "\"a\"") + R"({"dims": [], "unreduced": {"max": ["a"]}}})"),
            "all_reduce over a, 96 bytes; ");
}

TEST(Unreduced, OneThatIsWantedWholeTooIsCombinedForThat) {
  const std::string ops = std::string(kProduct) + R"(, {"name": "t", "op": "abs", "in": ["y"]})";
  const std::string outputs = R"("y", "t")";
  EXPECT_EQ(moves(compiled(ops, outputs,
                           R"("mesh": "a=2", "inputs": {"x": [null, "a"], "w": ["a"]},
                              "outputs": {"y": {"dims": [], "unreduced": ["a"]}, "t": []})"),
                  compiled(ops, outputs, "")),
            "all_reduce over a, 96 bytes; ");
}

constexpr const char *kNegated = R"({"name": "y", "op": "negate", "in": ["x"]})";

std::string movesOfNegated(const std::string &members) {
  return moves(compiled(kNegated, "\"y\"", members), compiled(kNegated, "\"y\"", ""));
}

TEST(Unreduced, PiecesAreGivenByTheirDevices) {
  for (const char *kind : {"sum", "max", "min"})
    EXPECT_EQ(movesOfNegated(R"("mesh": "a=2, b=3", "inputs": {"x": ["a", "b"]},
                                "outputs": {"y": {"dims": ["a"], "unreduced": {")" +
                             std::string(kind) + R"(": ["b"]}}})"),
              "");
  EXPECT_EQ(movesOfNegated(R"("mesh": "a=2, b=2", "inputs": {"x": ["a", "b"]},
                              "outputs": {"y": {"dims": [], "unreduced": ["a", "b"]}})"),
            "");
}

TEST(Unreduced, CopiesAreGivenByTheFirstDevice) {
  EXPECT_EQ(movesOfNegated(R"("mesh": "a=2, b=3", "inputs": {"x": ["a"]},
                              "outputs": {"y": {"dims": ["a"], "unreduced": ["b"]}})"),
            "");
  // Pieces over b, copies over c.
  EXPECT_EQ(movesOfNegated(R"("mesh": "a=2, b=2, c=2", "inputs": {"x": ["a", "b"]},
                              "outputs": {"y": {"dims": ["a"], "unreduced": ["b", "c"]}})"),
            "");
}

TEST(Unreduced, PiecesOverOtherAxesAreBrought) {
  EXPECT_EQ(movesOfNegated(R"("mesh": "a=2, b=2", "inputs": {"x": [["a", "b"]]},
                              "outputs": {"y": {"dims": ["a"], "unreduced": ["b"]}})"),
            "all_gather over b, 32 bytes; ");
}

TEST(Unreduced, InputIsCombinedWhereItIsNeeded) {
  EXPECT_EQ(moves(compiled(R"({"name": "y", "op": "abs", "in": ["x"]})", "\"y\"",
                           R"("mesh": "a=2", "inputs": {"x": {"dims": [], "unreduced": ["a"]}},
                              "outputs": {"y": ["a"]})"),
                  compiled(R"({"name": "y", "op": "abs", "in": ["x"]})", "\"y\"", "")),
            "reduce_scatter over a, 64 bytes; ");
  EXPECT_EQ(moves(compiled(R"({"name": "y", "op": "abs", "in": ["x"]})", "\"y\"",
                           R"("mesh": "a=2", "inputs": {"x": {
                                "arrives": {"dims": [], "unreduced": {"max": ["a"]}},
                                "used": ["a"]}})"),
                  compiled(R"({"name": "y", "op": "abs", "in": ["x"]})", "\"y\"", "")),
            "reduce_scatter over a, 64 bytes; ");
}

TEST(Unreduced, InputGoesThroughLinearOpsAsItIs) {
  EXPECT_EQ(moves(R"("mesh": "a=2", "inputs": {"x": {"dims": [], "unreduced": ["a"]}, "w": []},
                     "outputs": {"y": {"dims": [], "unreduced": ["a"]}})"),
            "");
}

TEST(Unreduced, ZerosKeepTheirSigns) {
  const Compiled c = compiled(kNegated, "\"y\"",
                              R"("mesh": "a=2, b=2", "inputs": {"x": ["a", "b"]},
                                 "outputs": {"y": {"dims": [], "unreduced": ["a", "b"]}})");
  ASSERT_TRUE(c.plan) << c.messages();
  HostTensor x = HostTensor::zeros({ElementType::f32, {4, 8}});
  const auto outputs = runOn(*c.plan, {x, HostTensor::zeros({ElementType::f32, {8, 6}})});
  for (double value : valuesOf(outputs[0]))
    EXPECT_TRUE(std::signbit(value));
  EXPECT_TRUE(keepsBits(*c.plan));
}

std::vector<SumBits> bitsOn(const std::string &devices) {
  const Compiled c = compile(
      R"({"shardc": 1, "kind": "program", "name": "p",
          "inputs": [{"name": "x", "shape": [4, 256], "dtype": "f32"},
                     {"name": "w", "shape": [256, 6], "dtype": "f32"}],
          "ops": [{"name": "y", "op": "matmul", "in": ["x", "w"]}], "outputs": ["y"]})",
      config(R"("mesh": "a=)" + devices + R"(", "inputs": {"x": [null, "a"], "w": ["a"]},
                "outputs": {"y": {"dims": [], "unreduced": ["a"]}})"));
  return c.plan ? outputBits(*c.plan) : std::vector<SumBits>();
}

TEST(Unreduced, BitsAreThoseOfTheSumsTree) {
  EXPECT_EQ(bitsOn("4"), std::vector<SumBits>{SumBits::kept});
  EXPECT_EQ(bitsOn("3"), std::vector<SumBits>{SumBits::noSubtrees});
}

TEST(Unreduced, PartsOfAxesHaveToNest) {
  EXPECT_THAT(product(R"("mesh": "a=6", "inputs": {"x": {"dims": [], "unreduced": ["a:(1)2"]}},
                         "outputs": {"y": {"dims": [], "unreduced": ["a:(1)3"]}})")
                  .messages(),
              HasSubstr("[unsupported-sharding] unreduced over a:(1)3, which does not nest"));
}

TEST(UnreducedProof, OutputIsWhatItIsLeftAs) {
  Compiled c = product(split("a=2", "\"a\"") + R"({"dims": [], "unreduced": ["a"]}})");
  ASSERT_TRUE(c.plan) << c.messages();
  PlanTensor &y = c.plan->outputs[0];
  const Unreduced left = *y.unreduced;
  y.unreduced = Unreduced{left.over, Fn::max};
  EXPECT_EQ(check(*c.plan),
            "output 'y_part' is a partial sum on every device, not the one that it is left as");
  y.unreduced = std::nullopt;
  EXPECT_EQ(check(*c.plan), "output 'y_part' is a partial sum on every device");
  Compiled whole = product(split("a=2", "\"a\"") + "[]}");
  ASSERT_TRUE(whole.plan) << whole.messages();
  whole.plan->outputs[0].unreduced = left;
  EXPECT_EQ(check(*whole.plan),
            "output 'y' is whole on every device, not the one that it is left as");
}

TEST(UnreducedProof, InputIsNoSumAlready) {
  Compiled c = compiled(R"({"name": "y", "op": "abs", "in": ["x"]})", "\"y\"",
                        R"("mesh": "a=2", "inputs": {"x": []}, "outputs": {"y": []})");
  ASSERT_TRUE(c.plan) << c.messages();
  c.plan->inputs[0].unreduced = Unreduced{{0}, Fn::add};
  EXPECT_THAT(check(*c.plan).value_or(""),
              HasSubstr("not linear in partial sums that have not been combined"));
}

/// What holds the input is held by one more carried value a trip, seven in all.
TEST(UnreducedProof, LoopIsFollowedUntilNothingChanges) {
  Compiled c = compile(R"(
    func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
      %start = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %r:7 = stablehlo.while(%i = %start, %a = %zero, %b = %zero, %c = %zero, %d = %zero,
                             %e = %zero, %f = %zero)
        : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
          tensor<4xf32>
      cond {
        %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %x, %a, %b, %c, %d, %e
          : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>,
            tensor<4xf32>
      }
      return %r#6 : tensor<4xf32>
    })",
                       R"({"shardc": 1, "kind": "sharding", "mesh": "a=2"})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(check(*c.plan), std::nullopt);
  c.plan->inputs[0].unreduced = Unreduced{{0}, Fn::add};
  EXPECT_EQ(check(*c.plan), "output 'out0' is a partial sum on every device");
}

} // namespace
} // namespace shardc::test
