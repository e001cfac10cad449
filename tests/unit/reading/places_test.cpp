// SPDX-License-Identifier: Apache-2.0
// Where errors in programs as text are said to be.
#include "tests/support/compile.h"

#include "frontend/ir/names.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

TEST(Places, NamesAloneAreNoPlaces) {
  const Compiled c = compile("func.func @main(%a: tensor<4xbf16> loc(\"x\")) -> tensor<4xf32> {\n"
                             "  %0 = stablehlo.cbrt %a : tensor<4xbf16> loc(unknown)\n"
                             "  return %0 : tensor<4xbf16>\n}\n",
                             "");
  ASSERT_FALSE(c.told.empty());
  for (const Told &one : c.told)
    EXPECT_GT(one.line, 0u) << c.messages();
  EXPECT_EQ(c.told.front().file, "program");
}

TEST(Places, NamesStay) {
  const Compiled c = compile("func.func @main(%a: tensor<4xf32> loc(\"x\")) -> tensor<4xf32> {\n"
                             "  %0 = stablehlo.cbrt %a : tensor<4xf32> loc(\"y\"(\"z\"))\n"
                             "  return %0 : tensor<4xf32>\n}\n",
                             "");
  ASSERT_TRUE(c.plan) << c.messages();
  EXPECT_EQ(c.plan->inputs.front().name, "x");
  auto entry = entryOf(*c.program);
  const auto y = entry.front().front().getResult(0);
  EXPECT_EQ(valueName(y), "y");
  EXPECT_EQ(fileLocation(y.getLoc())->getLine(), 2u);
}

TEST(Places, OtherFilesStay) {
  const Compiled c = compile("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                             "  %0 = stablehlo.cbrt %a : tensor<4xf32> loc(\"y\"(\"f.py\":7:3))\n"
                             "  return %0 : tensor<4xf32>\n}\n",
                             "");
  ASSERT_TRUE(c.plan) << c.messages();
  const auto y = entryOf(*c.program).front().front().getResult(0);
  EXPECT_EQ(fileLocation(y.getLoc())->getFilename(), "f.py");
}

/// "file:line" of the one error, and "file:line: text" of its notes.
std::vector<std::string> placesOf(const Compiled &c) {
  std::vector<std::string> places;
  if (c.told.size() != 1) return {c.messages()};
  places.push_back(c.told[0].file + ":" + std::to_string(c.told[0].line));
  for (const Told &note : c.told[0].notes)
    places.push_back(note.file + ":" + std::to_string(note.line) + ": " +
                     llvm::StringRef(note.message).take_front(11).str());
  return places;
}

TEST(Places, OfPrivateFunctionsAreTheirCallersToo) {
  const Compiled c = compile(R"mlir(module {
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @outer(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("jit(f)"("train.py":7:3))
  %1 = call @outer(%0) : (tensor<4xf32>) -> tensor<4xf32> loc("jit(f)"("train.py":8:3))
  return %1 : tensor<4xf32>
}
func.func private @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("jit(g)"("lib.py":3:1))
  return %0 : tensor<4xf32>
}
func.func private @inner(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo._asin_acos_kernel %x : tensor<4xf32> -> tensor<4xf32> loc("lgamma")
  return %0 : tensor<4xf32>
}
}
)mlir",
                             "");
  EXPECT_EQ(placesOf(c), (std::vector<std::string>{
                             "program:12", "program:12: in JAX, kee", "lib.py:3: called from",
                             "train.py:7: called from", "train.py:8: called from"}));
}

TEST(Places, AreSaidWhereACallLacksItsCallee) {
  const Compiled c = compile(R"mlir("builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "main"}> ({
  ^bb0(%x: tensor<4xf32>):
    %0 = "func.call"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%0) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) : () -> ())mlir",
                             "");
  ASSERT_EQ(c.told.size(), 1u) << c.messages();
  EXPECT_EQ(c.told[0].line, 4u);
  EXPECT_THAT(c.told[0].message, testing::HasSubstr("requires attribute 'callee'"));
}

TEST(Places, OfCallsInPythonAreTheirCallersToo) {
  const Compiled c = compile(
      "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
      "  %0 = chlo._asin_acos_kernel %a : tensor<4xf32> -> tensor<4xf32> loc(\"jit(f)\"(callsite("
      "\"loss\"(\"train.py\":7:3) at callsite(\"step\"(\"train.py\":9:3) at "
      "\"main\"(\"run.py\":2:1)))))\n"
      "  return %0 : tensor<4xf32>\n}\n",
      "");
  EXPECT_EQ(placesOf(c),
            (std::vector<std::string>{"train.py:7", "train.py:9: called from",
                                      "run.py:2: called from", "train.py:7: in JAX, kee"}));
}

TEST(Places, OfTheUserComeBeforeThoseOfPackages) {
  mlir::MLIRContext context;
  const auto at = [&](const char *file, unsigned line) {
    return mlir::FileLineColLoc::get(&context, file, line, 1);
  };
  const auto package = at("/v/lib/python3.11/site-packages/flax/linear.py", 5);
  const auto text = locationInText(at("program.mlir", 3));
  const auto called = [](mlir::Location callee, mlir::Location caller) {
    return mlir::CallSiteLoc::get(callee, caller);
  };
  EXPECT_EQ(fileLocation(called(package, at("train.py", 7))), at("train.py", 7));
  EXPECT_EQ(fileLocation(called(text, at("train.py", 7))), at("train.py", 7));
  EXPECT_EQ(fileLocation(called(text, package)), package);
  EXPECT_EQ(fileLocation(called(text, locationInText(at("program.mlir", 9)))),
            at("program.mlir", 3));
}

TEST(Places, ByteOrderMarksAreNoText) {
  EXPECT_TRUE(compile("\xEF\xBB\xBF"
                      "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
                      "  return %a : tensor<4xf32>\n}\n",
                      "")
                  .plan);
}

} // namespace
} // namespace shardc::test
