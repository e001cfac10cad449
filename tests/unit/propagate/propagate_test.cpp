// SPDX-License-Identifier: Apache-2.0
// Propagation: a small program per rule.
#include "frontend/ir/sharding/notations/shardy.h"

#include "tests/unit/propagate/flow.h"

using namespace shardc;
using namespace shardc::test;

namespace {

const char *const kNegate = R"({"name": "y", "op": "negate", "in": ["x"]})";
const char *const kAdd = R"({"name": "y", "op": "add", "in": ["x", "w"]})";
const char *const kDot = R"({"name": "y", "op": "dot", "in": ["x", "w"]})";

TEST(Propagate, AxesGoForward) {
  EXPECT_EQ(flow(R"("x": [8, 4])", kNegate, R"("inputs": {"x": ["a", "b"]})"),
            R"(x [{"a"}, {"b"}]; y [{"a", ?}, {"b", ?}]; out [{"a", ?}, {"b", ?}])");
}

TEST(Propagate, AxesGoBackward) {
  EXPECT_EQ(flow(R"("x": [8, 4])", kNegate, R"("outputs": {"out": [null, ["a", "b"]]})"),
            R"(x [{?}, {"a", "b", ?}]; y [{?}, {"a", "b", ?}]; out [{}, {"a", "b"}])");
}

TEST(Propagate, ClosedDimensionsStayAsTheyAre) {
  EXPECT_EQ(flow(R"("x": [8, 4])", kNegate,
                 R"("inputs": {"x": [null, "?"]}, "outputs": {"out": ["a", "b"]})"),
            R"(x [{}, {"b", ?}]; y [{"a", ?}, {"b", ?}]; out [{"a"}, {"b"}])");
  EXPECT_EQ(flow(R"("x": [8, 4])", kNegate,
                 R"("inputs": {"x": [["a", "b"]]}, "outputs": {"out": ["a"]})"),
            R"(x [{"a", "b"}, {}]; y [{"a", "b", ?}, {?}]; out [{"a"}, {}])");
}

TEST(Propagate, OpenDimensionsAreExtended) {
  EXPECT_EQ(flow(R"("x": [8, 4])", kNegate,
                 R"("inputs": {"x": [["a", "?"]]}, "outputs": {"out": [["a", "b"]]})"),
            R"(x [{"a", "b", ?}, {}]; y [{"a", "b", ?}, {?}]; out [{"a", "b"}, {}])");
  EXPECT_EQ(flow(R"("x": [8, 4])", kNegate,
                 R"("inputs": {"x": [["a", "b"]]}, "outputs": {"out": [["a", "?"]]})"),
            R"(x [{"a", "b"}, {}]; y [{"a", "b", ?}, {?}]; out [{"a", "b", ?}, {}])");
}

TEST(Propagate, InputsWithoutAnEntryAreReplicatedWhereTheConfigSaysSo) {
  EXPECT_EQ(
      flow(R"("x": [8, 4])", kNegate, R"("unspecified": "replicated", "outputs": {"out": ["a"]})"),
      R"(x [{}, {}]; y [{"a", ?}, {?}]; out [{"a"}, {}])");
}

TEST(Propagate, ReplicatedAxesSplitNothing) {
  EXPECT_EQ(flow(R"("x": [8, 4])", kNegate,
                 R"("inputs": {"x": {"dims": ["?", "?"], "replicated": ["a"]}},
                    "outputs": {"out": ["a", "b"]})"),
            R"(x [{?}, {"b", ?}], replicated={"a"}; y [{"a", ?}, {"b", ?}]; out [{"a"}, {"b"}])");
  // What comes before the replicated axis is taken.
  EXPECT_EQ(flow(R"("x": [8])", kNegate,
                 R"("inputs": {"x": {"dims": ["?"], "replicated": ["b"]}},
                    "outputs": {"out": [["a", "b"]]})"),
            R"(x [{"a", ?}], replicated={"b"}; y [{"a", "b", ?}]; out [{"a", "b"}])");
}

TEST(Propagate, ProductsPassRowsColumnsAndTheSum) {
  EXPECT_EQ(
      flow(R"("x": [8, 4], "w": [4, 6])", kDot, R"("inputs": {"x": ["a", "b"], "w": ["?", "?"]})"),
      R"(x [{"a"}, {"b"}]; w [{"b", ?}, {?}]; y [{"a", ?}, {?}]; out [{"a", ?}, {?}])");
  EXPECT_EQ(flow(R"("x": [8, 4], "w": [4, 6])", kDot, R"("outputs": {"out": ["a", "b"]})"),
            R"(x [{"a", ?}, {?}]; w [{?}, {"b", ?}]; y [{"a", ?}, {"b", ?}]; out [{"a"}, {"b"}])");
}

TEST(Propagate, ValueThatAnOpHasTwiceIsExtendedAsTheFirstOperand) {
  EXPECT_EQ(flow(R"("x": [4, 6])",
                 R"({"name": "y", "op": "dot_general", "in": ["x", "x"],
                     "lhs_contracting_dimensions": [0], "rhs_contracting_dimensions": [0]})",
                 R"("outputs": {"out": ["a", "b"]})"),
            R"(x [{?}, {"a", ?}]; y [{"a", ?}, {"b", ?}]; out [{"a"}, {"b"}])");
}

TEST(Propagate, ReducedDimensionsEnd) {
  EXPECT_EQ(flow(R"("x": [8, 4])",
                 R"({"name": "y", "op": "reduce", "in": ["x"], "dimensions": [1],
                     "reducer": "add"})",
                 R"("inputs": {"x": ["a", "b"]})"),
            R"(x [{"a"}, {"b"}]; y [{"a", ?}]; out [{"a", ?}])");
}

TEST(Propagate, AxisThatTwoFactorsWantGoesToTheLargerTensor) {
  // Rows from x and columns from w: x has 64 elements and w has 32, then the other way around.
  EXPECT_EQ(
      flow(R"("x": [16, 4], "w": [4, 8])", kDot, R"("inputs": {"x": ["a"], "w": [null, "a"]})"),
      R"(x [{"a"}, {}]; w [{}, {"a"}]; y [{"a", ?}, {?}]; out [{"a", ?}, {?}])");
  EXPECT_EQ(
      flow(R"("x": [8, 4], "w": [4, 16])", kDot, R"("inputs": {"x": ["a"], "w": [null, "a"]})"),
      R"(x [{"a"}, {}]; w [{}, {"a"}]; y [{?}, {"a", ?}]; out [{?}, {"a", ?}])");
}

TEST(Propagate, AxesThatDisagreeOnAFactorLeaveTheirCommonPrefix) {
  EXPECT_EQ(
      flow(R"("x": [16], "w": [16])", kAdd, R"("inputs": {"x": [["a", "b"]], "w": [["a", "c"]]})"),
      R"(x [{"a", "b"}]; w [{"a", "c"}]; y [{"a", ?}]; out [{"a", ?}])");
  EXPECT_EQ(flow(R"("x": [16], "w": [16])", kAdd, R"("inputs": {"x": ["c"], "w": ["c:(1)2"]})"),
            R"(x [{"c"}]; w [{"c":(1)2}]; y [{"c", ?}]; out [{"c", ?}])");
}

TEST(Propagate, PartsOfAnAxisOnTwoDimensionsNest) {
  EXPECT_EQ(flow(R"("x": [12, 12], "w": [12, 12])", kAdd,
                 R"("inputs": {"x": ["d:(1)2", null], "w": [null, "d:(3)2"]})", "d=12"),
            R"(x [{"d":(1)2}, {}]; w [{}, {"d":(3)2}]; y [{"d":(1)2, ?}, {?}]; )"
            R"(out [{"d":(1)2, ?}, {?}])");
  EXPECT_EQ(flow(R"("x": [12, 12], "w": [12, 12])", kAdd,
                 R"("inputs": {"x": ["d:(1)2", null], "w": [null, "d:(2)3"]})", "d=12"),
            R"(x [{"d":(1)2}, {}]; w [{}, {"d":(2)3}]; y [{"d":(1)2, ?}, {"d":(2)3, ?}]; )"
            R"(out [{"d":(1)2, ?}, {"d":(2)3, ?}])");
}

TEST(Propagate, ReshapeCutsAnAxisOtherThanTheUserDoes) {
  EXPECT_EQ(flow(R"("x": [6], "w": [3, 2])",
                 R"({"name": "v", "op": "reshape", "in": ["x"], "shape": [3, 2]},
                    {"name": "y", "op": "add", "in": ["v", "w"]})",
                 R"("inputs": {"x": ["d"], "w": [null, "d:(1)2"]}, "values": {"y": [null, null]})",
                 "d=6"),
            R"(x [{"d"}]; w [{}, {"d":(1)2}]; v [{"d":(1)3, ?}, {"d":(3)2, ?}]; y [{}, {}]; )"
            R"(out [{?}, {?}])");
}

TEST(Propagate, LongerListOfTheSameBeginningWins) {
  EXPECT_EQ(
      flow(R"("x": [16], "w": [16])", kAdd, R"("inputs": {"x": [["a", "?"]], "w": [["a", "b"]]})"),
      R"(x [{"a", "b", ?}]; w [{"a", "b"}]; y [{"a", "b", ?}]; out [{"a", "b", ?}])");
}

TEST(Propagate, OperandsOfPointwiseOpsTakeFromEachOtherWhatTheResultTakes) {
  EXPECT_EQ(
      flow(R"("x": [16], "w": [16])", kAdd, R"("inputs": {"x": ["a"]}, "values": {"y": [null]})"),
      R"(x [{"a"}]; w [{?}]; y [{}]; out [{?}])");
  // A sum's operands do so freely.
  EXPECT_EQ(flow(R"("x": [8, 4], "w": [4, 6])", kDot,
                 R"("inputs": {"x": [null, "a"]}, "values": {"y": []})"),
            R"(x [{}, {"a"}]; w [{"a", ?}, {?}]; y [{}, {}]; out [{?}, {?}])");
}

// Reshapes: factors, major to minor.

std::string reshape(const std::string &from, const std::string &to, const std::string &axes) {
  return flow("\"x\": " + from,
              R"({"name": "y", "op": "reshape", "in": ["x"], "shape": )" + to + "}",
              R"("inputs": {"x": )" + axes + "}");
}

TEST(Propagate, SplitDimensionsTakeAxesMajorFirst) {
  EXPECT_EQ(reshape("[8]", "[2, 4]", R"([["a", "b"]])"),
            R"(x [{"a", "b"}]; y [{"a", ?}, {"b", ?}]; out [{"a", ?}, {"b", ?}])");
  // Half of the axis fills the major part.
  EXPECT_EQ(reshape("[8]", "[2, 4]", R"(["c"])"), R"(x [{"c"}]; y [{"c":(1)2, ?}, {"c":(2)2, ?}]; )"
                                                  R"(out [{"c":(1)2, ?}, {"c":(2)2, ?}])");
  // The major part is not filled: nothing below it is split.
  EXPECT_EQ(reshape("[8]", "[4, 2]", R"(["a"])"),
            R"(x [{"a"}]; y [{"a", ?}, {?}]; out [{"a", ?}, {?}])");
}

TEST(Propagate, SplitDimensionsTakeOnlyWhatDividesTheMajorPart) {
  EXPECT_EQ(reshape("[12]", "[3, 4]", R"(["a"])"), R"(x [{"a"}]; y [{?}, {?}]; out [{?}, {?}])");
  // 2 of 4 parts divide 6; the rest does not fit.
  EXPECT_EQ(reshape("[18]", "[6, 3]", R"(["c"])"),
            R"(x [{"c"}]; y [{"c":(1)2, ?}, {?}]; out [{"c":(1)2, ?}, {?}])");
  // The minor part may be uneven.
  EXPECT_EQ(reshape("[6]", "[2, 3]", R"([["a", "b"]])"),
            R"(x [{"a", "b"}]; y [{"a", ?}, {"b", ?}]; out [{"a", ?}, {"b", ?}])");
}

TEST(Propagate, MergedDimensionsTakeAxesAsFarAsTheMajorOneIsFilled) {
  EXPECT_EQ(reshape("[2, 4]", "[8]", R"(["a", "b"])"),
            R"(x [{"a"}, {"b"}]; y [{"a", "b", ?}]; out [{"a", "b", ?}])");
  EXPECT_EQ(reshape("[4, 2]", "[8]", R"(["a", "b"])"),
            R"(x [{"a"}, {"b"}]; y [{"a", ?}]; out [{"a", ?}])");
  EXPECT_EQ(reshape("[2, 4]", "[8]", R"(["c:(1)2", "c:(2)2"])"),
            R"(x [{"c":(1)2}, {"c":(2)2}]; y [{"c", ?}]; out [{"c", ?}])");
}

TEST(Propagate, ReshapesPassBackwardToo) {
  EXPECT_EQ(flow(R"("x": [2, 4])", R"({"name": "y", "op": "reshape", "in": ["x"], "shape": [8]})",
                 R"("outputs": {"out": ["c"]})"),
            R"(x [{"c":(1)2, ?}, {"c":(2)2, ?}]; y [{"c", ?}]; out [{"c"}])");
}

TEST(Propagate, DimensionsOfOneElementPassNothing) {
  EXPECT_EQ(reshape("[1, 8]", "[8, 1]", R"(["a", "b"])"),
            R"(x [{"a"}, {"b"}]; y [{"b", ?}, {?}]; out [{"b", ?}, {?}])");
}

TEST(Propagate, TransposesPermute) {
  EXPECT_EQ(flow(R"("x": [8, 4, 2])",
                 R"({"name": "y", "op": "transpose", "in": ["x"], "permutation": [2, 0, 1]})",
                 R"("inputs": {"x": ["a", "b", null]})"),
            R"(x [{"a"}, {"b"}, {}]; y [{?}, {"a", ?}, {"b", ?}]; out [{?}, {"a", ?}, {"b", ?}])");
}

TEST(Propagate, ShiftedDimensionsKeepTheirAxes) {
  EXPECT_EQ(flow(R"("x": [8, 4])",
                 R"({"name": "y", "op": "slice", "in": ["x"], "start_indices": [1, 0],
                     "limit_indices": [7, 4], "strides": [1, 1]})",
                 R"("inputs": {"x": ["a", "b"]})"),
            R"(x [{"a"}, {"b"}]; y [{"a", ?}, {"b", ?}]; out [{"a", ?}, {"b", ?}])");
}

// Priorities.

TEST(Propagate, DimensionsOfASmallerPriorityNumberComeFirst) {
  // Both would give y's rows and columns the axis a.
  const char *given = R"("inputs": {"x": {"dims": ["a", null], "priority": [1, null]},
                                    "w": {"dims": [null, "a"], "priority": [null, 0]}})";
  EXPECT_EQ(flow(R"("x": [16, 4], "w": [4, 8])", kDot, given),
            R"(x [{"a"}p1, {}]; w [{}, {"a"}]; y [{?}, {"a", ?}]; out [{?}, {"a", ?}])");
}

TEST(Propagate, AxesOfALaterPriorityAreNotTakenBeforeTheirTurn) {
  // b waits for its turn on x's columns, so it cannot come to x's rows from y.
  EXPECT_EQ(flow(R"("x": [8, 4])", kNegate,
                 R"("inputs": {"x": {"dims": ["?", "b"], "priority": [0, 1]}},
                    "outputs": {"out": [["b"], null]})"),
            R"(x [{?}, {"b"}p1]; y [{"b", ?}, {?}]; out [{"b"}, {}])");
}

TEST(Propagate, PointwiseOpsComeBeforeProducts) {
  // The product would put a on the rows of h, the sum puts it on the columns.
  EXPECT_EQ(flow(R"("x": [16, 4], "w": [4, 8], "z": [16, 8])",
                 R"({"name": "h", "op": "dot", "in": ["x", "w"]},
                    {"name": "y", "op": "add", "in": ["h", "z"]})",
                 R"("inputs": {"x": ["a"], "w": [], "z": [null, "a"]})"),
            R"(x [{"a"}, {}]; w [{}, {}]; z [{}, {"a"}]; h [{?}, {"a", ?}]; y [{?}, {"a", ?}]; )"
            R"(out [{?}, {"a", ?}])");
}

TEST(Propagate, BroadcastsGoBackwardFirst) {
  // Forward, b of r would reach h before a of x did, in the product's round.
  EXPECT_EQ(flow(R"("r": [8], "x": [4, 2], "w": [2, 8])",
                 R"({"name": "h", "op": "broadcast_in_dim", "in": ["r"], "shape": [4, 8],
                     "broadcast_dimensions": [1]},
                    {"name": "d", "op": "dot", "in": ["x", "w"]},
                    {"name": "y", "op": "add", "in": ["h", "d"]})",
                 R"("inputs": {"r": ["b"], "x": [], "w": [null, "a"]})"),
            R"(r [{"b"}]; x [{}, {}]; w [{}, {"a"}]; h [{?}, {"a", ?}]; d [{?}, {"a", ?}]; )"
            R"(y [{?}, {"a", ?}]; out [{?}, {"a", ?}])");
  EXPECT_EQ(flow(R"("r": [8])",
                 R"({"name": "y", "op": "broadcast_in_dim", "in": ["r"], "shape": [4, 8],
                     "broadcast_dimensions": [1]})",
                 R"("outputs": {"out": ["a", "b"]})"),
            R"(r [{"b", ?}]; y [{"a", ?}, {"b", ?}]; out [{"a"}, {"b"}])");
  // Forward in the end.
  EXPECT_EQ(flow(R"("r": [8])",
                 R"({"name": "y", "op": "broadcast_in_dim", "in": ["r"], "shape": [4, 8],
                     "broadcast_dimensions": [1]})",
                 R"("inputs": {"r": ["b"]})"),
            R"(r [{"b"}]; y [{?}, {"b", ?}]; out [{?}, {"b", ?}])");
}

TEST(Propagate, ValuesWithOneUserComeFirst) {
  // v has two users, p and q; p's other operand alone would give it a, q's b. q reaches y first.
  EXPECT_EQ(flow(R"("v": [8], "w": [8])",
                 R"({"name": "p", "op": "add", "in": ["v", "w"]},
                    {"name": "q", "op": "negate", "in": ["v"]},
                    {"name": "s", "op": "negate", "in": ["q"]},
                    {"name": "y", "op": "multiply", "in": ["p", "s"]})",
                 R"("inputs": {"w": ["a"]}, "values": {"s": ["b"]})"),
            R"(v [{"b", ?}]; w [{"a"}]; p [{"b", ?}]; q [{"b", ?}]; s [{"b"}]; y [{"b", ?}]; )"
            R"(out [{"b", ?}])");
}

// Constants, constraints, names.

TEST(Propagate, ConstantsLieWhereEachUserWantsThem) {
  EXPECT_EQ(flow(R"("x": [8], "w": [8])",
                 R"({"name": "k", "op": "iota", "in": [], "shape": [8], "dtype": "f32",
                     "iota_dimension": 0},
                    {"name": "p", "op": "add", "in": ["x", "k"]},
                    {"name": "q", "op": "add", "in": ["w", "k"]},
                    {"name": "d", "op": "dot", "in": ["p", "p"]},
                    {"name": "e", "op": "dot", "in": ["q", "q"]},
                    {"name": "y", "op": "add", "in": ["d", "e"]})",
                 R"("inputs": {"x": ["a"], "w": ["b"]})"),
            R"(x [{"a"}]; w [{"b"}]; p [{"a", ?}]; q [{"b", ?}]; d []; e []; y []; out [])");
}

TEST(Propagate, ConstantsOfManyUsersHoldNoOpBack) {
  // x has two users, w one: w's b is at p, and then at s, before x's a is at n.
  EXPECT_EQ(flow(R"("x": [8], "w": [8])",
                 R"({"name": "k", "op": "iota", "in": [], "shape": [8], "dtype": "f32",
                     "iota_dimension": 0},
                    {"name": "n", "op": "negate", "in": ["x"]},
                    {"name": "p", "op": "add", "in": ["w", "k"]},
                    {"name": "s", "op": "add", "in": ["n", "p"]},
                    {"name": "t", "op": "multiply", "in": ["s", "k"]},
                    {"name": "d", "op": "dot", "in": ["x", "t"]},
                    {"name": "y", "op": "negate", "in": ["d"]})",
                 R"("inputs": {"x": ["a"], "w": ["b"]})"),
            R"(x [{"a"}]; w [{"b"}]; n [{"b", ?}]; p [{"b", ?}]; s [{"b", ?}]; t [{"b", ?}]; )"
            R"(d []; y []; out [])");
}

TEST(Propagate, NamedValuesAndConstraintsAreGiven) {
  EXPECT_EQ(flow(R"("x": [8])",
                 R"({"name": "h", "op": "negate", "in": ["x"]},
                    {"name": "y", "op": "negate", "in": ["h"]})",
                 R"("values": {"h": ["a"]})"),
            R"(x [{"a", ?}]; h [{"a"}]; y [{"a", ?}]; out [{"a", ?}])");
  const Compiled c = compile(R"(
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> tensor<8xf32> {
  %h = stablehlo.negate %x : tensor<8xf32>
  %c = sdy.sharding_constraint %h <@mesh, [{"a"}]> : tensor<8xf32>
  %y = stablehlo.negate %c : tensor<8xf32>
  return %y : tensor<8xf32>
})",
                             R"({"shardc": 1, "kind": "sharding"})");
  ASSERT_TRUE(c.propagation) << c.messages();
  const std::string text = propagatedText(*c.program, *c.propagation);
  for (const char *line : {
           R"(sdy.mesh @mesh = <["a"=2, "b"=2]>)",
           R"(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>})",
           R"({sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>})",
       })
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

// Reasons.

std::string reasons(const Compiled &c, ArrayRef<ShardingReason> list) {
  std::string text;
  for (const ShardingReason &reason : list) {
    text += std::to_string(reason.dimension) + ": " +
            str(ArrayRef<AxisRef>(reason.axes), c.propagation->mesh);
    if (reason.given)
      text += " given; ";
    else
      text += " through " + reason.op->getName().stripDialect().str() + " from " +
              (reason.from ? mlir::isa<mlir::BlockArgument>(reason.from) ? "an input" : "an op"
                           : "the output") +
              "; ";
  }
  return text;
}

TEST(Propagate, EveryAxisHasAReason) {
  const Compiled c = propagated(
      R"("x": [8, 4], "w": [4, 6])",
      R"({"name": "h", "op": "dot", "in": ["x", "w"]}, {"name": "y", "op": "negate", "in": ["h"]})",
      R"("inputs": {"x": ["a"]}, "outputs": {"out": [["a", "?"], "b"]})");
  auto entry = entryOf(*c.program);
  const auto of = [&](mlir::Value value) { return reasons(c, c.propagation->reasons(value)); };
  mlir::Value y = entry.front().getTerminator()->getOperand(0);
  mlir::Value h = y.getDefiningOp()->getOperand(0);
  EXPECT_EQ(of(entry.getArgument(0)), "0: a given; 1:  given; ");
  EXPECT_EQ(of(entry.getArgument(1)), "1: b through dot from an op; ");
  EXPECT_EQ(of(y), "0: a through return from the output; 1: b through return from the output; ");
  EXPECT_EQ(of(h), "0: a through negate from an op; 1: b through negate from an op; ");
  EXPECT_EQ(reasons(c, c.propagation->outputReasons(0)), "0: a given; 1: b given; ");
}

TEST(Propagate, ReasonsAddUpToTheAxes) {
  for (unsigned reshaped : {0, 1}) {
    const Compiled c = propagated(R"("x": [8, 4], "w": [8, 4])",
                                  reshaped ? R"({"name": "h", "op": "add", "in": ["x", "w"]},
                      {"name": "y", "op": "reshape", "in": ["h"], "shape": [2, 4, 4]})"
                                           : R"({"name": "h", "op": "add", "in": ["x", "w"]},
                      {"name": "y", "op": "transpose", "in": ["h"], "permutation": [1, 0]})",
                                  R"("inputs": {"x": [["a", "?"]], "w": [["a", "c"], "b"]})");
    for (const auto &[value, number] : c.propagation->values.numbers) {
      const Sharding &sharding = c.propagation->table[c.propagation->lies[number]];
      SmallVector<AxisList, 4> explained(sharding.dims.size());
      for (const ShardingReason &reason : c.propagation->reasons(value))
        for (const AxisRef &axis : reason.axes)
          append(explained[reason.dimension], axis);
      for (auto [dim, axes] : llvm::zip_equal(sharding.dims, explained))
        EXPECT_EQ(dim.axes, axes) << str(sharding, c.propagation->mesh);
    }
  }
}

} // namespace
