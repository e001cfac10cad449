// SPDX-License-Identifier: Apache-2.0
// Shardings on what is no op of a formula, and on what is computed of constants alone.
#include "tests/support/compile.h"

#include "frontend/ir/names.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

constexpr const char *kRows = "{sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {}]>}";
constexpr const char *kRowsOfResult =
    "{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"a\"}, {}]>]>}";

/// How the output lies that `lines` make, as %r f32[4, 6] of x f32[4, 6].
std::string lies(const std::string &lines, const std::string &more = "",
                 const std::string &config = "") {
  const Compiled c = compile(
      "module @m {\nsdy.mesh @mesh = <[\"a\"=2]>\nfunc.func public @main(%x: tensor<4x6xf32>) -> "
      "tensor<4x6xf32> {\n" +
          lines + "\n  return %r : tensor<4x6xf32>\n}\n" + more + "}\n",
      R"({"shardc": 1, "kind": "sharding")" + config + "}");
  if (!c.plan) return c.messages();
  return c.plan->outputs.front().sharding;
}

std::string twice(const std::string &argument, const std::string &result) {
  return "func.func private @twice(%v: tensor<4x6xf32> " + argument + ") -> (tensor<4x6xf32> " +
         result +
         ") {\n  %w = stablehlo.add %v, %v : tensor<4x6xf32>\n  return %w : tensor<4x6xf32>\n}\n";
}

constexpr const char *kCall = "%r = call @twice(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>";

TEST(Annotations, OfCalledFunctionsAreHonoured) {
  EXPECT_EQ(lies(kCall, twice("", "")), "[-, -]");
  EXPECT_EQ(lies(kCall, twice(kRows, "")), "[a, -]");
  EXPECT_EQ(lies(kCall, twice("", kRows)), "[a, -]");
}

TEST(Annotations, OfCallsAreHonoured) {
  const std::string call = std::string("%r = call @twice(%x) ") + kRowsOfResult +
                           " : (tensor<4x6xf32>) -> tensor<4x6xf32>";
  EXPECT_EQ(lies(call, twice("", "")), "[a, -]");
}

TEST(Annotations, OfLoopsAreHonoured) {
  const auto loop = [](const std::string &annotation) {
    return "%i = stablehlo.constant dense<3> : tensor<i32>\n"
           "%one = stablehlo.constant dense<1> : tensor<i32>\n"
           "%zero = stablehlo.constant dense<0> : tensor<i32>\n"
           "%l:2 = stablehlo.while(%k = %i, %v = %x) : tensor<i32>, tensor<4x6xf32> attributes {" +
           annotation +
           "}\n cond {\n  %c = stablehlo.compare GT, %k, %zero : (tensor<i32>, tensor<i32>) -> "
           "tensor<i1>\n  stablehlo.return %c : tensor<i1>\n} do {\n"
           "  %k2 = stablehlo.subtract %k, %one : tensor<i32>\n"
           "  %v2 = stablehlo.tanh %v : tensor<4x6xf32>\n"
           "  stablehlo.return %k2, %v2 : tensor<i32>, tensor<4x6xf32>\n}\n"
           "%r = stablehlo.tanh %l#1 : tensor<4x6xf32>";
  };
  EXPECT_EQ(lies(loop("")), "[-, -]");
  EXPECT_EQ(lies(loop("sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{\"a\"}, "
                      "{}]>]>")),
            "[a, -]");
}

TEST(Annotations, OfConstantsAreHonoured) {
  const auto sum = [](const std::string &annotation) {
    return "%c = stablehlo.constant " + annotation + " dense<1.0> : tensor<4x6xf32>\n" +
           "%r = stablehlo.add %c, %x : tensor<4x6xf32>";
  };
  EXPECT_EQ(lies(sum("")), "[-, -]");
  EXPECT_EQ(lies(sum(kRowsOfResult)), "[a, -]");
  const std::string named = "%c = stablehlo.constant dense<1.0> : tensor<4x6xf32> loc(\"c\")\n"
                            "%r = stablehlo.add %c, %x : tensor<4x6xf32>";
  EXPECT_EQ(lies(named, "", R"(, "values": {"c": ["a"]})"), "[a, -]");
}

TEST(Annotations, OfNamedValuesThatAreNotComputedAreErrors) {
  const std::string lines = "%d = stablehlo.tanh %x : tensor<4x6xf32> loc(\"dead\")\n"
                            "%r = stablehlo.sine %x : tensor<4x6xf32> loc(\"alive\")";
  EXPECT_EQ(lies(lines, "", R"(, "values": {"alive": ["a"]})"), "[a, -]");
  EXPECT_THAT(lies(lines, "", R"(, "values": {"dead": ["a"]})"),
              testing::HasSubstr("[unused-entry] value 'dead' has no place of its own"));
}

TEST(Annotations, NeedOneShardingPerResult) {
  EXPECT_THAT(lies("%r = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[]>} : "
                   "tensor<4x6xf32>"),
              testing::HasSubstr("[bad-attribute]"));
}

} // namespace
} // namespace shardc::test
