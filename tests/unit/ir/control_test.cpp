// SPDX-License-Identifier: Apache-2.0
// Ops whose regions take turns: their published syntax, and what is wrong with them.
#include "tests/unit/ir/program.h"

#include "frontend/ir/interfaces/data_flow.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

// As JAX prints it.
const char *const kWhile = R"(module @test {
  func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<i32>) -> tensor<4xf32> {
    %0:2 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0) : tensor<i32>, tensor<4xf32> attributes {mhlo.frontend_attributes = {a = "b"}}
    cond {
      %c = stablehlo.constant dense<7> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %iterArg, %iterArg : tensor<i32>
      stablehlo.return %1, %iterArg_0 : tensor<i32>, tensor<4xf32>
    }
    return %0#1 : tensor<4xf32>
  }
}
)";
const char *const kBranches = R"(module @test {
  func.func public @main(%arg0: tensor<i32>, %arg1: tensor<i1>, %arg2: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
    %0 = "stablehlo.case"(%arg0) ({
      %2 = stablehlo.negate %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }, {
      stablehlo.return %arg2 : tensor<f32>
    }) : (tensor<i32>) -> tensor<f32>
    %1 = "stablehlo.if"(%arg1) ({
      stablehlo.return %arg2 : tensor<f32>
    }, {
      stablehlo.return %0 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    return %0, %1 : tensor<f32>, tensor<f32>
  }
}
)";

TEST(ControlSyntax, PrintsAsItIsWritten) {
  for (const char *text : {kWhile, kBranches}) {
    const Program program(text);
    ASSERT_TRUE(program.module) << program.error();
    EXPECT_EQ(program.print(), text);
  }
}

TEST(ControlSyntax, CallsArgumentsOfOnePositionAlike) {
  const Program program(R"(
func.func public @main(%x: tensor<i1>) -> tensor<i1> {
  %r = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<i1> loc("a")):
    stablehlo.return %a : tensor<i1>
  }, {
  ^bb0(%b: tensor<i1> loc("b")):
    stablehlo.return %b : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
})");
  ASSERT_TRUE(program.module) << program.error();
  nameAlike(program.firstOp());
  std::string text;
  llvm::raw_string_ostream out(text);
  (*program.module)->print(out, mlir::OpPrintingFlags().printNameLocAsPrefix(true));
  const Program again(text);
  EXPECT_TRUE(again.module) << text << again.error();
  EXPECT_NE(text.find("(%b = %arg0)"), std::string::npos) << text;
}

/// A while over an i32 and an f32[4]; what its regions return is given.
std::string loop(const std::string &cond, const std::string &body) {
  return R"(
func.func public @main(%n: tensor<i32>, %x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %r:2 = stablehlo.while(%i = %n, %v = %x) : tensor<i32>, tensor<4xf32>
  cond {
    stablehlo.return )" +
         cond + R"(
  } do {
    stablehlo.return )" +
         body + R"(
  }
  return %r#1 : tensor<4xf32>
})";
}
std::string branch(const std::string &line) {
  return "func.func public @main(%n: tensor<i32>, %x: tensor<4xf32>, %p: tensor<i1>) -> "
         "tensor<4xf32> {\n  %r = " +
         line + "\n  return %r : tensor<4xf32>\n}";
}

TEST(Control, SaysWhatDoesNotFit) {
  const std::string good = "%i, %v : tensor<i32>, tensor<4xf32>", more = "%p : tensor<i1>";
  const std::string give = "({ stablehlo.return %x : tensor<4xf32> }";
  const std::pair<std::string, std::string> rows[] = {
      {loop(more, good), ""},
      {loop("%i : tensor<i32>", good), "wrong-region: stablehlo.while: 'cond' has to return a "
                                       "tensor<i1>, and returns 'tensor<i32>'"},
      {loop("%p, %p : tensor<i1>, tensor<i1>", good),
       "wrong-region: stablehlo.while: 'cond' returns 2 values, and has to return 1"},
      {loop(more, "%v, %v : tensor<4xf32>, tensor<4xf32>"),
       "type-mismatch: stablehlo.while: value 0 is 'tensor<i32>' here, and 'tensor<4xf32>' there"},
      {loop(more, "%v : tensor<4xf32>"),
       "wrong-region: stablehlo.while: 'body' returns 1 values, and has to return 2"},
      {branch("\"stablehlo.if\"(%p) " + give +
              ", { stablehlo.return %x : tensor<4xf32> }) : "
              "(tensor<i1>) -> tensor<4xf32>"),
       ""},
      {branch("\"stablehlo.if\"(%n) " + give +
              ", { stablehlo.return %x : tensor<4xf32> }) : "
              "(tensor<i32>) -> tensor<4xf32>"),
       "wrong-op: stablehlo.if: the predicate has to be a tensor<i1>"},
      {branch("\"stablehlo.if\"(%p) " + give +
              ", { stablehlo.return %p : tensor<i1> }) : "
              "(tensor<i1>) -> tensor<4xf32>"),
       "type-mismatch: stablehlo.if: value 0"},
      {branch("\"stablehlo.case\"(%p) " + give + ") : (tensor<i1>) -> tensor<4xf32>"),
       "wrong-op: stablehlo.case: the index has to be a tensor<i32>"},
      {branch("\"stablehlo.case\"(%n) ({ ^bb0(%q: tensor<f32>): stablehlo.return %x : "
              "tensor<4xf32> }) : (tensor<i32>) -> tensor<4xf32>"),
       "wrong-region: stablehlo.case: branch 0 takes 1 values, and has to take 0"},
      {branch("\"stablehlo.case\"(%n) ({ stablehlo.return }) : (tensor<i32>) -> tensor<4xf32>"),
       "wrong-region: stablehlo.case: branch 0 returns 0 values, and has to return 1"},
      {branch("\"stablehlo.case\"(%n) ({ }) : (tensor<i32>) -> tensor<4xf32>"),
       "wrong-region: stablehlo.case: region 0 needs one block that returns"},
      {branch("\"stablehlo.case\"(%n) : (tensor<i32>) -> tensor<4xf32>"),
       "wrong-region: stablehlo.case: it needs a branch"},
  };
  for (const auto &[text, error] : rows) {
    const Program program(text);
    if (error.empty()) EXPECT_EQ(program.error(), "") << text;
    EXPECT_TRUE(llvm::StringRef(program.error()).starts_with(error)) << text << program.error();
  }
}

} // namespace
} // namespace shardc::test
