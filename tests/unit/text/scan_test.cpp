// SPDX-License-Identifier: Apache-2.0
#include "frontend/text/scan.h"
#include "tests/unit/ir/program.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

TEST(Scan, PacksBooleansWrittenAsBytes) {
  EXPECT_EQ(packBooleans("dense<\"0x01000100000000000101\"> : tensor<2x5xi1>"),
            "dense<\"0x0503\"                > : tensor<2x5xi1>");
}

TEST(Scan, LeavesOtherLiteralsAlone) {
  for (const char *text : {
           "dense<\"0x0503\"> : tensor<2x5xi1>",                    // packed already
           "dense<\"0x01000100\"> : tensor<1xf32>",                 // no booleans
           "\"dense<\\\"0x0100\\\"> : tensor<2xi1>\"",              // inside a string
           "// dense<\"0x0100\"> : tensor<2xi1>",                   // a comment
           "dense<\"0x0200\"> : tensor<2xi1>",                      // no boolean bytes
           "dense<\"0x0100\"> : tensor<99999999999999999999x2xi1>", // overflows
       })
    EXPECT_EQ(packBooleans(text), text);
}

TEST(Scan, PackedBooleansReadAsWritten) {
  const Program program(oneOp("",
                              "%r = stablehlo.constant dense<\"0x01000100000000000101\"> : "
                              "tensor<10xi1>",
                              "tensor<10xi1>"));
  ASSERT_EQ(program.error(), "");
  EXPECT_NE(program.print().find(
                "dense<[true, false, true, false, false, false, false, false, true, true]>"),
            std::string::npos)
      << program.print();
}

TEST(Scan, RefusesDeepNestingAtItsPlace) {
  const Program program("module {\n" + std::string(100000, '('));
  EXPECT_NE(program.error().find("too-deep"), std::string::npos);
  EXPECT_EQ(program.told[0].line, 2u);
  EXPECT_FALSE(lookAt("(a -> b) (a -> b) \"((((\" // ((((\n", 2).tooDeep);
}

TEST(Scan, RefusesArraysOfWhatHasNoWidth) {
  for (const char *type : {"index", " index", "!alias", "none", ""}) {
    const Program program("!alias = index\nmodule attributes {a = array<" + std::string(type) +
                          ": 1>} {}");
    EXPECT_NE(program.error().find("wrong-value"), std::string::npos) << program.error();
    EXPECT_EQ(program.told[0].line, 2u);
  }
  EXPECT_FALSE(lookAt("array<i64: 0>, array<i64>, array < f32: 1.0>, array<bf16>, "
                      "x_array<index>, d.array<index>, \"array<index>\" // array<index>")
                   .arrayOfNoNumbers);
}

TEST(Scan, FindsWhatParsingDependsOn) {
  const TextLook all = lookAt("dense<\"0x01\"> \"d.op\"(%x) // so\n <{a = 1}> loc(unknown)");
  EXPECT_TRUE(all.hasHexadecimal && all.hasPlaces);
  ASSERT_EQ(all.properties.size(), 1u);
  EXPECT_EQ(all.properties[0].op, "d.op");
  const TextLook none = lookAt("x<{}> dense<1> () \"<{ loc( \\\"0x\" <{ // <{ loc( \"0x");
  EXPECT_FALSE(none.hasHexadecimal || none.hasPlaces);
  EXPECT_TRUE(none.properties.empty());
}

} // namespace
} // namespace shardc::test
