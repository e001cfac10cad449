// SPDX-License-Identifier: Apache-2.0
#include "frontend/text/missing.h"
#include "tests/unit/ir/program.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

std::string readable(const std::string &text) {
  const auto context = makeContext();
  return withMissingOps(text, *context).value_or("");
}

TEST(MissingOps, BecomeGenericAndKeepTheirResults) {
  const std::pair<const char *, const char *> rows[] = {
      {"%0 = stablehlo.uniform_quantize %x : (A) -> B loc(#loc1)\n",
       "%0 = \"stablehlo.uniform_quantize\"() : () -> (B) loc(#loc1)\n"},
      {"%0 = chlo.scan(%x, k = 2) : A -> (B, C)\n", "%0 = \"chlo.scan\"() : () -> (B, C) \n"},
      {"%0 = stablehlo.uniform_dequantize %x, lower = true : A\n",
       "%0 = \"stablehlo.uniform_dequantize\"() : () -> (A) \n"},
      {"stablehlo.custom_call @f(%x) {a = \":\"} : (A) -> ()\n",
       "\"stablehlo.custom_call\"() {call_target_name = \"f\"} : () -> () \n"},
      {"%0 = stablehlo.set_dimension_size(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], "
       "window = "
       "{stride = [1]} {n = 1 : i64} : (A, B) -> C\n",
       "%0 = \"stablehlo.set_dimension_size\"() : () -> (C) \n"},
  };
  for (const auto &[text, wanted] : rows)
    EXPECT_EQ(readable(text), wanted);
}

TEST(MissingOps, KeepLinesWhereTheyAre) {
  const std::string text =
      "%0 = stablehlo.set_dimension_size(%x) (%y: A) {\n  stablehlo.return %y : A\n} : "
      "(A) -> A\n%1 = stablehlo.add %0, %0 : A\n";
  const std::string kept = readable(text);
  EXPECT_EQ(llvm::count(llvm::StringRef(kept), '\n'), llvm::count(llvm::StringRef(text), '\n'));
  EXPECT_TRUE(llvm::StringRef(kept).ends_with("\n%1 = stablehlo.add %0, %0 : A\n"));
}

TEST(MissingOps, AreNotWhatOnlyLooksLikeThem) {
  for (const char *text : {
           "%0 = stablehlo.add %x, %x : A\n",                   // has a definition
           "\"stablehlo.set_dimension_size\"(%x) : (A) -> A\n", // is generic
           "// stablehlo.uniform_quantize %x : A\n",            // a comment
           "%0 = stablehlo.constant dense<1> {stablehlo.uniform_quantize = 1} : A\n", // an
                                                                                      // attribute
           "call @stablehlo.uniform_quantize(%x) : (A) -> A\n",                       // a function
           "%stablehlo.uniform_quantize = stablehlo.add %x, %x : A\n",                // a value
           "%0 = stablehlo.nonsense %x : A\n",                                        // unknown
           "%0 = stablehlo.uniform_quantize %x\n", // without a type
           "%0 = stablehlo.uniform_quantize",      // cut short
       })
    EXPECT_EQ(readable(text), "") << text;
}

/// "message" of each error, a line each.
std::string errors(const Program &program) {
  std::string all;
  for (const Told &each : program.told)
    if (each.severity == mlir::DiagnosticSeverity::Error)
      all += std::to_string(each.line) + ": " + each.message + "\n";
  return all;
}

const char *const kManyCauses = R"(
func.func public @main(%x: tensor<8xf32>, %h: tensor<8xf4E2M1FN>) -> tensor<8xf32> {
  %0 = "stablehlo.uniform_quantize"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = chlo._asin_acos_kernel %x : tensor<8xf32> -> tensor<8xf32>
  %2 = "stablehlo.uniform_dequantize"(%1) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = chlo._asin_acos_kernel %2 : tensor<8xf32> -> tensor<8xf32>
  %4 = stablehlo.add %h, %h : tensor<8xf4E2M1FN>
  %5 = stablehlo.custom_call @f(%3) : (tensor<8xf32>) -> tensor<8xf32>
  %6 = stablehlo.custom_call @g(%5) : (tensor<8xf32>) -> tensor<8xf32>
  return %6 : tensor<8xf32>
}
)";

TEST(MissingOps, AreToldAtOnceWithTypesAndOnceForEachCause) {
  const Program program(kManyCauses);
  EXPECT_EQ(errors(program),
            "2: values of 'f4E2M1FN' cannot be compiled yet; 2 places, this is the first\n"
            "3: 'stablehlo.uniform_quantize' cannot be compiled yet\n"
            "4: 'chlo._asin_acos_kernel' cannot be compiled yet; 2 places, this is the first\n"
            "5: 'stablehlo.uniform_dequantize' cannot be compiled yet\n"
            "12: 'stablehlo.custom_call' of 'f' cannot be compiled yet\n"
            "13: 'stablehlo.custom_call' of 'g' cannot be compiled yet\n");
}

TEST(MissingOps, ComeWithAdviceForJax) {
  const Program program(kManyCauses);
  ASSERT_EQ(program.told.size(), 6u);
  ASSERT_EQ(program.told[0].notes.size(), 1u);
  EXPECT_EQ(program.told[0].notes[0].message.find("in JAX, keep parameters and inputs in bfloat16"),
            0u);
  // Each op has a way out: one of its own, or the outside; a call one in a config.
  for (const Told &one : program.told)
    EXPECT_EQ(one.notes.size(), 1u) << one.message;
  EXPECT_EQ(program.told[1].notes[0].message.find("in JAX, keep this part out of the compiled"),
            0u);
  EXPECT_EQ(program.told[5].notes[0].message.find("a config can say what it is: \"custom_ops\""),
            0u);
}

TEST(MissingOps, LeaveOtherErrorsAlone) {
  const Program program("func.func public @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n"
                        "  %0 = stablehlo.uniform_quantize %x : (tensor<8xf32>) -> "
                        "tensor<8xf32>\n  %1 = stablehlo.nonsense %0 : tensor<8xf32>\n"
                        "  return %1 : tensor<8xf32>\n}\n");
  EXPECT_EQ(program.error(), "unsupported-op: 'stablehlo.uniform_quantize' cannot be compiled yet");
}

TEST(MissingTypes, AreCountedBySizeAndShapeTogether) {
  const Program program(R"(
func.func public @main(%x: tensor<8xf4E2M1FN>, %y: tensor<f4E2M1FN>, %z: tensor<?xf32>) -> tensor<8xf4E2M1FN> {
  return %x : tensor<8xf4E2M1FN>
}
)");
  EXPECT_EQ(errors(program),
            "2: values of 'f4E2M1FN' cannot be compiled yet; 2 places, this is the first\n"
            "2: a value has type 'tensor<?xf32>', which has a dynamic shape: give "
            "the shape\n");
  ASSERT_FALSE(program.told.empty());
  EXPECT_NE(program.told[0].notes[0].message.find("bfloat16"), std::string::npos);
}

TEST(MissingTypes, AreToldWithOpsInJson) {
  const Program program(R"({"shardc": 1, "kind": "program",
"inputs": [{"name": "a", "shape": [2], "dtype": "f6E3M2FN"}, {"name": "b", "shape": [2], "dtype": "f6E3M2FN"}],
"ops": [{"name": "s", "op": "send", "in": ["a"]}, {"name": "t", "op": "send", "in": ["b"]}],
"outputs": ["s", "t"]})");
  EXPECT_EQ(
      errors(program),
      "2: shardc cannot compile element type 'f6E3M2FN' yet; use f32, f64, bf16, f16, f8E4M3FN, "
      "f8E5M2, f8E4M3FNUZ, f8E5M2FNUZ, f8E4M3B11FNUZ, f8E4M3, f8E3M4, f8E8M0FNU, i1, i2, i4, i8, "
      "i16, "
      "i32, i64, ui2, ui4, ui8, ui16, ui32, ui64, c64 or c128; 2 places, this is the first\n"
      "3: shardc cannot compile 'send' yet; write it with ops of 'shardc list "
      "ops'; 2 places, this is the first\n");
}

} // namespace
} // namespace shardc::test
