// SPDX-License-Identifier: Apache-2.0
// Loops without what nobody needs: what is left of them after the stage `normalise`.
#include "tests/support/compile.h"

#include "frontend/ir/names.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// Counts from 0 to `trips`, a number or a value, and negates in each trip what `last` negates.
/// Beside it carries the exponential of what has been negated.
std::string loop(const std::string &name, const std::string &trips, const std::string &first) {
  const std::string limit =
      std::isdigit(trips.back())
          ? "%limit = stablehlo.constant dense<" + trips + "> : tensor<i32>\n"
          : "%limit = stablehlo.add " + trips + ", " + trips + " : tensor<i32>\n";
  return "%" + name + R"(:3 = stablehlo.while(%i = %zero, %v = )" + first + R"(, %w = %x)
      : tensor<i32>, tensor<4xf32>, tensor<4xf32>
    cond {
      )" +
         limit +
         R"(%more = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %n = stablehlo.negate %v : tensor<4xf32>
      %e = stablehlo.exponential %n : tensor<4xf32>
      stablehlo.return %j, %n, %e : tensor<i32>, tensor<4xf32>, tensor<4xf32>
    }
)";
}

Compiled compileLoops(const std::string &loops, const std::string &result) {
  return compile("func.func public @main(%x: tensor<4xf32>, %k: tensor<i32>) -> tensor<4xf32> {\n"
                 "%zero = stablehlo.constant dense<0> : tensor<i32>\n" +
                     loops + "return " + result + " : tensor<4xf32>\n}",
                 "");
}

/// Names of the ops that are left, in order; an op's regions after it.
std::string left(const Compiled &c) {
  EXPECT_TRUE(c.plan) << c.messages();
  if (!c.plan) return "";
  std::string names;
  entryOf(*c.program).walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (!op->hasTrait<mlir::OpTrait::IsTerminator>() && !mlir::isa<mlir::func::FuncOp>(op))
      names += op->getName().stripDialect().str() + " ";
  });
  return names;
}
std::string left(const std::string &loops, const std::string &result) {
  return left(compileLoops(loops, result));
}

std::vector<double> valuesFor(const std::string &loops, const std::string &result) {
  const Compiled c = compileLoops(loops, result);
  EXPECT_TRUE(c.plan) << c.messages();
  if (!c.plan) return {};
  return valuesOf(runOn(*c.plan, {tensor(c.plan->inputs[0].type, {1, 2, 3, 4}),
                                  tensor(c.plan->inputs[1].type, {2})})[0]);
}

TEST(ShortLoops, ThatRunOnceAreTheirOps) {
  EXPECT_EQ(left(loop("a", "1", "%x"), "%a#1"), "negate ")
      << "what the next trip would read is for nobody";
  EXPECT_EQ(left(loop("a", "1", "%x"), "%a#2"), "negate exponential ");
  EXPECT_EQ(valuesFor(loop("a", "1", "%x"), "%a#1"), (std::vector<double>{-1, -2, -3, -4}));
}

TEST(ShortLoops, ThatNeverRunAreWhatTheyBeginWith) {
  EXPECT_EQ(left(loop("a", "0", "%x") + loop("b", "1", "%a#1"), "%b#1"), "negate ");
  EXPECT_EQ(valuesFor(loop("a", "0", "%x"), "%a#1"), (std::vector<double>{1, 2, 3, 4}));
}

TEST(ShortLoops, MayFollowEachOther) {
  const std::string two = loop("a", "1", "%x") + loop("b", "1", "%a#1");
  EXPECT_EQ(left(two, "%b#1"), "negate negate ");
  EXPECT_EQ(valuesFor(two, "%b#1"), (std::vector<double>{1, 2, 3, 4}));
}

/// The inner loop begins to count where the outer one does, which is known when that is gone.
TEST(ShortLoops, MayHoldShortLoops) {
  const std::string nested = R"(
    %one = stablehlo.constant dense<1> : tensor<i32>
    %a:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %more = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %b:2 = stablehlo.while(%j = %i, %u = %v) : tensor<i32>, tensor<4xf32>
      cond {
        %more = stablehlo.compare LT, %j, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %n = stablehlo.negate %u : tensor<4xf32>
        %next = stablehlo.add %j, %one : tensor<i32>
        stablehlo.return %next, %n : tensor<i32>, tensor<4xf32>
      }
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %b#1 : tensor<i32>, tensor<4xf32>
    }
)";
  EXPECT_EQ(left(nested, "%a#1"), "negate ");
}

TEST(ShortLoops, GiveWhatHasChangedPlaces) {
  const std::string swap = R"(
    %one = stablehlo.constant dense<1> : tensor<i32>
    %y = stablehlo.negate %x : tensor<4xf32>
    %a:3 = stablehlo.while(%i = %zero, %v = %x, %w = %y) : tensor<i32>, tensor<4xf32>, tensor<4xf32>
    cond {
      %more = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %w, %v : tensor<i32>, tensor<4xf32>, tensor<4xf32>
    }
)";
  EXPECT_EQ(valuesFor(swap, "%a#1"), (std::vector<double>{-1, -2, -3, -4}));
  EXPECT_EQ(valuesFor(swap, "%a#2"), (std::vector<double>{1, 2, 3, 4}));
}

/// Turns numbers by what two tables, which change places, have in front: as rounds of Threefry.
Compiled rounds(int trips) {
  return compile(R"(func.func public @main(%x: tensor<4xui32>) -> tensor<4xui32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %limit = stablehlo.constant dense<)" +
                     std::to_string(trips) + R"(> : tensor<i32>
    %s = stablehlo.constant dense<[13, 15]> : tensor<2xui32>
    %t = stablehlo.constant dense<[17, 29]> : tensor<2xui32>
    %a:4 = stablehlo.while(%i = %zero, %v = %x, %p = %s, %q = %t)
        : tensor<i32>, tensor<4xui32>, tensor<2xui32>, tensor<2xui32>
    cond {
      %more = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %f = stablehlo.slice %p [0:1] : (tensor<2xui32>) -> tensor<1xui32>
      %n = stablehlo.broadcast_in_dim %f, dims = [0] : (tensor<1xui32>) -> tensor<4xui32>
      %l = stablehlo.shift_left %v, %n : tensor<4xui32>
      %k = stablehlo.convert %j : (tensor<i32>) -> tensor<ui32>
      %m = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<ui32>) -> tensor<4xui32>
      %w = stablehlo.xor %l, %m : tensor<4xui32>
      stablehlo.return %j, %w, %q, %p : tensor<i32>, tensor<4xui32>, tensor<2xui32>, tensor<2xui32>
    }
    return %a#1 : tensor<4xui32>
  })",
                 "");
}

TEST(ShortLoops, OfIntegersAreWrittenOut) {
  const Compiled c = rounds(3);
  const std::string trip = "constant broadcast_in_dim shift_left constant broadcast_in_dim xor ";
  EXPECT_EQ(left(c), trip + trip + "shift_left constant broadcast_in_dim xor ")
      << "the last trip turns by what the first one does";
  std::vector<double> expected;
  for (uint32_t v = 5; v < 9; ++v)
    expected.push_back(((((v << 13) ^ 1) << 17) ^ 2) << 13 ^ 3);
  EXPECT_EQ(valuesOf(runOn(*c.plan, {iota(c.plan->inputs[0].type, 5)})[0]), expected);
}

TEST(ShortLoops, StayWhereTheyAreLongOrRound) {
  EXPECT_NE(left(rounds(9)).find("while"), std::string::npos);
  EXPECT_NE(left(loop("a", "2", "%x"), "%a#1").find("while"), std::string::npos);
}

TEST(ShortLoops, LeaveTheNamesOfTheirResults) {
  const Compiled c = compile(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [4, 4], "dtype": "f32"}],
    "ops": [{"name": ["k", "z"], "op": "while", "in": [{"value": 0, "dtype": "i32"}, "x"],
             "cond": {"inputs": ["i", "h"], "outputs": ["more"], "ops": [
               {"name": "more", "op": "compare", "in": ["i", 1], "comparison_direction": "LT"}]},
             "body": {"inputs": ["i", "h"], "outputs": ["j", "t"], "ops": [
               {"name": "j", "op": "add", "in": ["i", 1]},
               {"name": "t", "op": "negate", "in": ["h"]}]}},
            {"name": "y", "op": "tanh", "in": ["z"]}],
    "outputs": ["y"]})",
                             R"({"shardc": 1, "kind": "sharding", "mesh": "a=2",
                                 "inputs": {"x": ["a"]}, "values": {"z": [null, "a"]}})");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(movesOf(*c.plan), "all_to_all over a, 16 bytes; ");
}

TEST(ShortLoops, AreThoseThatAreKnownToBe) {
  const std::string twice = loop("a", "2", "%x"), anyTimes = loop("a", "%k", "%x");
  EXPECT_EQ(left(twice, "%a#2"),
            "constant while constant compare constant add negate exponential ");
  EXPECT_EQ(left(anyTimes, "%a#2"), "constant while add compare constant add negate exponential ");
}

TEST(Carries, ThatNobodyNeedsAreNotMade) {
  const std::string twice = loop("a", "2", "%x"), anyTimes = loop("a", "%k", "%x");
  EXPECT_EQ(left(twice, "%a#1"), "constant while constant compare constant add negate ");
  EXPECT_EQ(valuesFor(twice, "%a#1"), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(left(anyTimes, "%a#1"), "constant while add compare constant add negate ");
  EXPECT_EQ(valuesFor(anyTimes, "%a#1"), (std::vector<double>{1, 2, 3, 4}));
}

/// s grows by what is negated, and is read by nobody but its next trip.
TEST(Carries, ThatOnlyTheyNeedThemselvesAreNotMade) {
  EXPECT_EQ(left(R"(
    %four = stablehlo.constant dense<4> : tensor<i32>
    %a:3 = stablehlo.while(%i = %zero, %v = %x, %s = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32>
    cond {
      %more = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %n = stablehlo.negate %v : tensor<4xf32>
      %t = stablehlo.multiply %s, %n : tensor<4xf32>
      stablehlo.return %next, %n, %t : tensor<i32>, tensor<4xf32>, tensor<4xf32>
    }
)",
                 "%a#1"),
            "constant constant while compare constant add negate ");
}

} // namespace
} // namespace shardc::test
