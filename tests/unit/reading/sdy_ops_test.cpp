// SPDX-License-Identifier: Apache-2.0
// Ops that Shardy's passes write: what they make of how values lie, and how they can be wrong.
#include "tests/support/compile.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// What devices receive, and how the input and the output lie: "64: [x, -] -> [-, x]"; else what is
/// wrong. `lines` make %r of %a, both f32[8, 8].
std::string moves(const std::string &lines, const std::string &annotation = "") {
  const Compiled c =
      compile("module @m {\nsdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\nfunc.func public @main(%a: "
              "tensor<8x8xf32>" +
                  annotation + ") -> tensor<8x8xf32> {\n" + lines +
                  "\n  return %r : tensor<8x8xf32>\n}\n}\n",
              R"({"shardc": 1, "kind": "sharding"})");
  if (!c.plan) return c.messages();
  double bytes = 0;
  for (const Function &function : c.plan->functions)
    for (const Collective &collective : function.collectives)
      bytes += collective.payloadBytes;
  return std::to_string(static_cast<int>(bytes)) + ": " + c.plan->inputs[0].sharding + " -> " +
         c.plan->outputs[0].sharding;
}

std::string one(const std::string &op, const std::string &out) {
  return moves("  %r = sdy." + op + " out_sharding=<@mesh, " + out + "> : tensor<8x8xf32>");
}

TEST(SdyOps, CollectivesSayHowTheirOperandLies) {
  EXPECT_EQ(one(R"(all_gather [{"x"}, {}] %a)", "[{}, {}]"), "128: [x, -] -> [-, -]");
  EXPECT_EQ(one(R"(all_gather [{"x"}, {}] %a)", R"([{"y"}, {}])"), "64: [(y, x), -] -> [y, -]");
  EXPECT_EQ(one(R"(all_slice [{}, {"x"}] %a)", R"([{}, {"y", "x"}])"), "0: [-, y] -> [-, (y, x)]");
  EXPECT_EQ(one(R"(all_to_all [{"x"}: 0->1] %a)", R"([{}, {"x"}])"), "64: [x, -] -> [-, x]");
  EXPECT_EQ(one(R"(all_to_all [{"x"}: 0->1, {"y"}: 1->0] %a)", R"([{"y"}, {"x"}])"),
            "32: [x, y] -> [y, x]");
  EXPECT_EQ(one("collective_permute %a", R"([{"y"}, {}])"), "0: [y, -] -> [y, -]");
}

TEST(SdyOps, ReductionsReduceWhatIsUnreduced) {
  const std::string dot =
      "  %p = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] {sdy.sharding = "
      "#sdy.sharding_per_value<[<@mesh, [{}, {}]UNREDUCED>]>} : (tensor<8x8xf32>, "
      "tensor<8x8xf32>) -> tensor<8x8xf32>\n";
  const std::string columns = R"( {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})";
  for (const std::string unreduced : {"", R"(, unreduced={"x"})"}) {
    std::string product = dot;
    product.replace(product.find("UNREDUCED"), 9, unreduced);
    EXPECT_EQ(
        moves(
            product +
                R"(  %r = sdy.all_reduce {"x"} %p out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>)",
            columns),
        "256: [-, x] -> [-, -]");
    EXPECT_EQ(
        moves(
            product +
                R"(  %r = sdy.reduce_scatter [{"x"}, {}] %p out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>)",
            columns),
        "128: [-, x] -> [x, -]");
  }
}

TEST(SdyOps, BarriersLetShardingsPassOneWay) {
  const auto behind = [](const std::string &direction) {
    return moves("  %b = sdy.propagation_barrier %a allowed_direction=" + direction +
                     " : tensor<8x8xf32>\n  %r = stablehlo.tanh %b : tensor<8x8xf32>",
                 R"( {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})");
  };
  const auto before = [](const std::string &direction) {
    return moves("  %b = sdy.propagation_barrier %a allowed_direction=" + direction +
                 " : tensor<8x8xf32>\n  %r = sdy.reshard %b <@mesh, [{\"x\"}, {}]> : "
                 "tensor<8x8xf32>");
  };
  EXPECT_EQ(behind("FORWARD"), "0: [x, -] -> [x, -]");
  EXPECT_EQ(behind("BACKWARD"), "128: [x, -] -> [-, -]");
  EXPECT_EQ(behind("NONE"), "128: [x, -] -> [-, -]");
  EXPECT_EQ(before("FORWARD"), "0: [-, -] -> [x, -]");
  EXPECT_EQ(before("BACKWARD"), "0: [x, -] -> [x, -]");
  EXPECT_EQ(before("NONE"), "0: [-, -] -> [x, -]");
}

TEST(SdyOps, BarriersStandInManualRegions) {
  const auto behind = [](const std::string &direction) {
    return moves("  %r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{\"x\"}, {\"y\"}]>] "
                 "out_shardings=[<@mesh, [{\"x\"}, {?}]>] manual_axes={\"x\"} (%l: "
                 "tensor<4x8xf32>) {\n    %b = sdy.propagation_barrier %l allowed_direction=" +
                 direction +
                 " : tensor<4x8xf32>\n    %t = stablehlo.tanh %b : tensor<4x8xf32>\n    sdy.return "
                 "%t : tensor<4x8xf32>\n  } : (tensor<8x8xf32>) -> tensor<8x8xf32>");
  };
  EXPECT_EQ(behind("FORWARD"), "0: [x, y] -> [x, y]");
  EXPECT_EQ(behind("NONE"), "64: [x, y] -> [x, -]");
}

TEST(SdyOps, NamedComputationsArePutInTheirPlace) {
  const auto named = [](const std::string &shardings) {
    return moves("  %r = sdy.named_computation<\"f\">(%a)" + shardings +
                 " (%l: tensor<8x8xf32>) {\n    %q = stablehlo.tanh %l : tensor<8x8xf32>\n    "
                 "sdy.return %q : tensor<8x8xf32>\n  } : (tensor<8x8xf32>) -> tensor<8x8xf32>");
  };
  EXPECT_EQ(named(""), "0: [-, -] -> [-, -]");
  EXPECT_EQ(named(R"( in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {"y"}]>])"),
            "64: [x, -] -> [-, y]");
  EXPECT_EQ(named(" in_shardings=[]"),
            "error 4:8 [wrong-count] sdy.named_computation: it needs a sharding for each of its 1 "
            "operands and 1 results, or none\n");
}

TEST(SdyOps, SayWhatDoesNotFit) {
  struct {
    const char *op, *out, *error;
  } const rows[] = {
      {R"(all_gather [{"x"}] %a)", "[{}, {}]",
       "[wrong-count] sdy.all_gather: it lists axes of 1 dimensions, for a value of rank 2"},
      {R"(all_gather [{"z"}, {}] %a)", "[{}, {}]",
       "[unknown-axis] the mesh 'x=2, y=2' has no axis 'z'"},
      {R"(all_gather [{"x"}, {}] %a)", R"([{}, {"x"}])",
       "[wrong-axes] sdy.all_gather: its out_sharding uses 'x' as well"},
      {R"(all_slice [{"x"}, {}] %a)", R"([{"x", "y"}, {}])",
       "[wrong-axes] sdy.all_slice: dimension 0 of its result does not end with 'x' in its "
       "out_sharding"},
      {R"(all_to_all [{"x"}: 0->2] %a)", R"([{}, {"x"}])",
       "[bad-dimension] sdy.all_to_all: there is no dimension 2 of 2"},
      {R"(all_to_all [{"x"}: 0->1] %a)", R"([{}, {"y"}])",
       "[wrong-axes] sdy.all_to_all: dimension 1 of its result does not end with 'x' in its "
       "out_sharding"},
      {R"(all_reduce {"x"} %a)", R"([{"x"}, {}])",
       "[wrong-axes] sdy.all_reduce: its out_sharding uses 'x' as well"},
      {R"(reduce_scatter [{"x"}, {}] %a)", "[{}, {}]",
       "[wrong-axes] sdy.reduce_scatter: dimension 0 of its result does not end with 'x' in its "
       "out_sharding"},
      {R"(replicated_to_unreduced {"x"} %a)", "[{}, {}]",
       "[wrong-axes] sdy.replicated_to_unreduced: its out_sharding is not unreduced over 'x'"},
      {R"(sharded_to_unreduced [{"x"}, {}] %a)", R"([{}, {}], unreduced={"y"})",
       "[wrong-axes] sdy.sharded_to_unreduced: its out_sharding is not unreduced over 'x'"},
  };
  for (const auto &row : rows)
    EXPECT_EQ(one(row.op, row.out), "error 4:8 " + std::string(row.error) + "\n") << row.op;
  EXPECT_EQ(
      moves(
          R"(  %r = sdy.all_gather [{"x"}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>)",
          R"( {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})"),
      "error 4:8 [sharding-conflict] sdy.all_gather: its operand lies as [{\"y\"}, {}], and by "
      "its axes and out_sharding as [{\"x\"}, {}]\n");
}

TEST(SdyOps, AreRefusedWhereTypesDiffer) {
  const std::string types = " : (tensor<8x8xf32>) -> tensor<8x8xf32>";
  EXPECT_EQ(moves("  %s = \"sdy.all_gather\"(%a) <{gathering_axes = "
                  "#sdy<list_of_axis_ref_lists[{\"x\"}, {}]>, out_sharding = "
                  "#sdy.sharding<@mesh, [{}, {}]>}> : (tensor<8x8xf32>) -> tensor<8xf32>\n"
                  "  %r = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<8xf32>) -> "
                  "tensor<8x8xf32>"),
            "error 4:8 [shape-mismatch] sdy.all_gather: its result has another type than its "
            "operand\n");
  EXPECT_EQ(moves("  %r = \"sdy.constant\"() <{value = dense<1.0> : tensor<2xf32>}> : () -> "
                  "tensor<8x8xf32>"),
            "error 4:8 [shape-mismatch] sdy.constant: its result has another type than its "
            "value\n");
  EXPECT_EQ(moves("  %r = \"sdy.constant\"() <{value = dense_resource<x> : tensor<8x8xf32>}> : () "
                  "-> tensor<8x8xf32>"),
            "error 4:8 [unsupported-attribute] sdy.constant: values other than 'dense<...>', with "
            "all numbers in place, are not supported\n");
  EXPECT_EQ(
      moves("  %r = \"sdy.propagation_barrier\"(%a) <{allowed_direction = \"SIDE\"}>" + types),
      "error 4:8 [bad-attribute] sdy.propagation_barrier: allowed_direction is NONE, FORWARD "
      "or BACKWARD\n");
  EXPECT_EQ(moves("  %r = \"sdy.named_computation\"(%a) <{name = \"f\"}> ({})" + types),
            "error 4:8 [wrong-region] sdy.named_computation: its body has to take its 1 operands "
            "and return its 1 results\n");
}

} // namespace
} // namespace shardc::test
