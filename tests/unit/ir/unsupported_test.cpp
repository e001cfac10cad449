// SPDX-License-Identifier: Apache-2.0
// Programs that are right and that shardc cannot compile yet, or that are none of its business.
#include "frontend/ir/tables/registry.h"
#include "tests/unit/ir/program.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

std::string errorOf(const std::string &inputs, const std::string &line, const std::string &result) {
  return Program(oneOp(inputs, line, result)).error();
}

TEST(Unsupported, OpsOfStablehloAreNamedInBothForms) {
  const std::string x = "%x: tensor<4xf32>", t = "tensor<4xf32>";
  EXPECT_NE(errorOf(x, "%r = stablehlo.uniform_quantize %x, lower = true : " + t, t)
                .find("unsupported-op: 'stablehlo.uniform_quantize'"),
            std::string::npos);
  EXPECT_NE(
      errorOf(x, "%r = \"stablehlo.send\"(%x) <{dimension = 0 : i64}> : (" + t + ") -> " + t, t)
          .find("unsupported-op: 'stablehlo.send'"),
      std::string::npos);
}

TEST(Unsupported, EveryPublishedOpIsEitherDefinedOrListed) {
  size_t defined = 0;
  for (const OpInfo &op : allOps())
    defined += op.dialect == "stablehlo";
  defined += llvm::count_if(textMnemonics(), [](llvm::StringRef mnemonic) {
    return !mnemonic.starts_with("broadcast_") && mnemonic != "constant_like" &&
           mnemonic != "ragged_dot"; // those are CHLO's
  });
  EXPECT_EQ(defined + unsupportedMnemonics("stablehlo").size(), 118u);
  for (const char *dialect : {"stablehlo", "chlo"})
    for (llvm::StringRef mnemonic : unsupportedMnemonics(dialect))
      EXPECT_FALSE(findOp((dialect + llvm::Twine(".") + mnemonic).str())) << mnemonic.str();
}

TEST(Unsupported, UnknownOpsGetTheClosestName) {
  EXPECT_EQ(
      errorOf("%x: tensor<4xf32>", "%r = stablehlo.addd %x, %x : tensor<4xf32>", "tensor<4xf32>")
          .substr(0, 71),
      "unknown-op: unknown op 'stablehlo.addd'; did you mean 'stablehlo.add'?");
}

TEST(Unsupported, TypesAreNamedWithTheReason) {
  EXPECT_NE(errorOf("%x: tensor<4xf4E2M1FN>", "%r = stablehlo.abs %x : tensor<4xf4E2M1FN>",
                    "tensor<4xf4E2M1FN>")
                .find("unsupported-type"),
            std::string::npos);
  EXPECT_NE(errorOf("%x: tensor<?xf32>", "%r = stablehlo.abs %x : tensor<?xf32>", "tensor<?xf32>")
                .find("dynamic shape: give the shape"),
            std::string::npos);
  EXPECT_NE(errorOf("%x: tensor<4x!quant.uniform<i8:f32, 0.5>>",
                    "%r = stablehlo.abs %x : tensor<4x!quant.uniform<i8:f32, 0.5>>",
                    "tensor<4x!quant.uniform<i8:f32, 0.5>>")
                .find("unsupported-type"),
            std::string::npos);
  EXPECT_NE(errorOf("%x: tensor<9000000000x9000000000xf32>",
                    "%r = stablehlo.abs %x : tensor<9000000000x9000000000xf32>",
                    "tensor<9000000000x9000000000xf32>")
                .find("more than 2^45 elements"),
            std::string::npos);
}

TEST(Unsupported, OpsOfOtherDialectsAreRefused) {
  EXPECT_NE(errorOf("%x: tensor<4xf32>", "%r = \"other.op\"(%x) : (tensor<4xf32>) -> tensor<4xf32>",
                    "tensor<4xf32>")
                .find("foreign-op: 'other.op'"),
            std::string::npos);
}

TEST(Unsupported, FunctionsWithoutBodies) {
  const Program program("func.func private @f(tensor<f32>) -> tensor<f32>\n"
                        "func.func public @main(%x: tensor<f32>) -> tensor<f32> {\n"
                        "  %r = call @f(%x) : (tensor<f32>) -> tensor<f32>\n"
                        "  return %r : tensor<f32>\n}");
  EXPECT_NE(program.error().find("unknown-function: function '@f' has no body"), std::string::npos);
}

TEST(Unsupported, FunctionsInGenericFormWithoutParts) {
  EXPECT_NE(Program("\"func.func\"() : () -> ()").error().find("'func.func' op requires"),
            std::string::npos);
  EXPECT_NE(Program("\"func.func\"() ({}) : () -> ()").error().find("'func.func' op requires"),
            std::string::npos);
}

TEST(Unsupported, FilesWithoutAProgram) {
  EXPECT_NE(Program("module {}").error().find("no-entry"), std::string::npos);
  EXPECT_NE(Program("").error().find("unknown-reader"), std::string::npos);
  EXPECT_NE(Program("ML\xEFR\x01").error().find("bytecode"), std::string::npos);
}

TEST(Unsupported, ModulesInModulesAreRefused) {
  const Program program(
      "module {\n  module {\n  }\n" +
      oneOp("%x: tensor<4xf32>", "%r = stablehlo.negate %x : tensor<4xf32>", "tensor<4xf32>") +
      "\n}");
  EXPECT_NE(program.error().find("foreign-op: 'builtin.module'"), std::string::npos)
      << program.error();
}

} // namespace
} // namespace shardc::test
