// SPDX-License-Identifier: Apache-2.0
// Ops that do the same: which of them are left after the stage `normalise`.
#include "tests/support/compile.h"

#include "frontend/frontend.h"
#include "frontend/ir/names.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// Names of the ops that are left, in order; an op's regions after it.
std::string left(const std::string &body) {
  const Compiled c = compile("func.func public @main(%x: tensor<4xf32>, %p: tensor<i1>) -> "
                             "tensor<4xf32> {\n" +
                                 body + "}",
                             "");
  EXPECT_TRUE(c.program) << c.messages();
  if (!c.program) return "";
  std::string names;
  entryOf(*c.program).walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (!op->hasTrait<mlir::OpTrait::IsTerminator>() && !mlir::isa<mlir::func::FuncOp>(op))
      names += op->getName().stripDialect().str() + " ";
  });
  return names;
}

TEST(CommonOps, AreComputedOnce) {
  EXPECT_EQ(left(R"(
    %a = stablehlo.negate %x : tensor<4xf32>
    %b = stablehlo.negate %x : tensor<4xf32>
    %c = stablehlo.exponential %a : tensor<4xf32>
    %d = stablehlo.exponential %b : tensor<4xf32>
    %y = stablehlo.add %c, %d : tensor<4xf32>
    return %y : tensor<4xf32>
)"),
            "negate exponential add ");
}

TEST(CommonOps, DifferInOperandsTheirOrderOrAttributes) {
  EXPECT_EQ(left(R"(
    %a = stablehlo.negate %x : tensor<4xf32>
    %b = stablehlo.subtract %x, %a : tensor<4xf32>
    %c = stablehlo.subtract %a, %x : tensor<4xf32>
    %d = stablehlo.slice %b [0:2] : (tensor<4xf32>) -> tensor<2xf32>
    %e = stablehlo.slice %b [2:4] : (tensor<4xf32>) -> tensor<2xf32>
    %f = stablehlo.concatenate %d, %e, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %y = stablehlo.add %c, %f : tensor<4xf32>
    return %y : tensor<4xf32>
)"),
            "negate subtract subtract slice slice concatenate add ");
}

TEST(CommonOps, OfABranchServeThatBranchAlone) {
  EXPECT_EQ(left(R"(
    %r = "stablehlo.if"(%p) ({
      %a = stablehlo.negate %x : tensor<4xf32>
      %b = stablehlo.negate %x : tensor<4xf32>
      %s = stablehlo.multiply %a, %b : tensor<4xf32>
      stablehlo.return %s : tensor<4xf32>
    }, {
      %c = stablehlo.negate %x : tensor<4xf32>
      stablehlo.return %c : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %d = stablehlo.negate %x : tensor<4xf32>
    %y = stablehlo.add %r, %d : tensor<4xf32>
    return %y : tensor<4xf32>
)"),
            "if negate multiply negate negate add ");
}

TEST(CommonOps, OfAReductionServeThatAlone) {
  const Compiled c = compile(R"({"shardc": 1, "kind": "program",
    "inputs": [{"name": "x", "shape": [4, 3], "dtype": "f32"}],
    "ops": [{"name": "s", "op": "reduce", "in": ["x", {"value": 0, "dtype": "f32", "shape": []}],
             "dimensions": [1],
             "body": {"inputs": ["a", "b"],
                      "ops": [{"name": "c", "op": "maximum", "in": ["a", 0]}], "outputs": ["c"]}}],
    "outputs": ["s"]})",
                             "");
  EXPECT_TRUE(c.plan) << "the body has a 0 of its own\n" << c.messages();
}

TEST(CommonOps, BeforeABranchServeItToo) {
  EXPECT_EQ(left(R"(
    %d = stablehlo.negate %x : tensor<4xf32>
    %r = "stablehlo.if"(%p) ({
      %a = stablehlo.negate %x : tensor<4xf32>
      %s = stablehlo.multiply %a, %x : tensor<4xf32>
      stablehlo.return %s : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %y = stablehlo.add %r, %d : tensor<4xf32>
    return %y : tensor<4xf32>
)"),
            "negate if multiply add ");
}

TEST(CommonOps, OfEqualBranchesAreOne) {
  const std::string branch = R"("stablehlo.if"(%p) ({
      %a = stablehlo.negate %x : tensor<4xf32>
      stablehlo.return %a : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
)";
  EXPECT_EQ(left("%r = " + branch + "%s = " + branch + R"(
    %y = stablehlo.add %r, %s : tensor<4xf32>
    return %y : tensor<4xf32>
)"),
            "if negate add ");
}

} // namespace
} // namespace shardc::test
