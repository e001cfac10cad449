// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/tables/registry.h"
#include "tests/unit/ir/program.h"

#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

namespace shardc::test {
namespace {

/// Assembles attributes of an op of one operand, a matrix; errors are kept.
struct Assembly {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::Builder builder{context.get()};
  mlir::NamedAttrList flat;
  std::string error;

  std::string assemble(llvm::StringRef mnemonic) {
    mlir::ScopedDiagnosticHandler handler(context.get(), [&](mlir::Diagnostic &diagnostic) {
      const Told one = told(diagnostic);
      error += one.id + ": " + one.message;
    });
    mlir::Type matrix = mlir::RankedTensorType::get({2, 3}, builder.getF32Type());
    auto stored =
        assembleAttributes(*findMnemonic(mnemonic), builder.getUnknownLoc(), flat, matrix);
    if (failed(stored)) return "";
    std::string text;
    llvm::raw_string_ostream(text) << stored->getDictionary(context.get());
    return text;
  }
};

TEST(Assemble, FillsInDefaultsPerDimension) {
  Assembly a;
  a.flat.append("start_indices", a.builder.getDenseI64ArrayAttr({0, 1}));
  a.flat.append("limit_indices", a.builder.getDenseI64ArrayAttr({2, 3}));
  EXPECT_EQ(a.assemble("slice"),
            "{limit_indices = array<i64: 2, 3>, start_indices = array<i64: 0, 1>, strides = "
            "array<i64: 1, 1>}");
}

TEST(Assemble, PutsFieldsIntoTheirStructure) {
  Assembly a;
  a.flat.append("lhs_contracting_dimensions", a.builder.getDenseI64ArrayAttr({1}));
  a.flat.append("rhs_contracting_dimensions", a.builder.getDenseI64ArrayAttr({0}));
  EXPECT_EQ(a.assemble("dot_general"),
            "{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], "
            "rhs_contracting_dimensions = [0]>}");
}

TEST(Assemble, MakesDimensionsOfATextOrOfNumbers) {
  Assembly text, numbers, both, few;
  const auto numberAll = [](Assembly &a) {
    for (const char *name :
         {"input_batch_dimension", "kernel_input_feature_dimension", "output_batch_dimension"})
      a.flat.append(name, a.builder.getI64IntegerAttr(0));
    for (const char *name :
         {"input_feature_dimension", "kernel_output_feature_dimension", "output_feature_dimension"})
      a.flat.append(name, a.builder.getI64IntegerAttr(2));
    for (const char *name :
         {"input_spatial_dimensions", "kernel_spatial_dimensions", "output_spatial_dimensions"})
      a.flat.append(name, a.builder.getDenseI64ArrayAttr({1}));
  };
  const auto giveText = [](Assembly &a) {
    a.flat.append("dim_numbers", a.builder.getStringAttr("[b,0,f]x[i,0,o]->[b,0,f]"));
  };
  giveText(text);
  numberAll(numbers);
  const std::string wanted =
      "{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[i, 0, o]->[b, "
      "0, f]>, feature_group_count = 1 : i64}";
  EXPECT_EQ(text.assemble("convolution"), wanted);
  EXPECT_EQ(numbers.assemble("convolution"), wanted);
  giveText(both);
  numberAll(both);
  EXPECT_EQ(both.assemble("convolution"), "");
  EXPECT_NE(both.error.find("bad-attribute: convolution: it needs 'dim_numbers'"),
            std::string::npos);
  few.flat.append("input_batch_dimension", few.builder.getI64IntegerAttr(0));
  EXPECT_EQ(few.assemble("convolution"), "");
}

TEST(Assemble, MakesEnumsOfWords) {
  Assembly a;
  a.flat.append("comparison_direction", a.builder.getStringAttr("LT"));
  EXPECT_EQ(a.assemble("compare"), "{comparison_direction = #stablehlo<comparison_direction LT>}");
}

TEST(Assemble, ReportsWhatIsWrong) {
  Assembly word, missing, unknown, kind;
  word.flat.append("comparison_direction", word.builder.getStringAttr("LTT"));
  EXPECT_EQ(word.assemble("compare"), "");
  EXPECT_NE(word.error.find("bad-attribute"), std::string::npos) << word.error;
  EXPECT_EQ(missing.assemble("transpose"), "");
  EXPECT_NE(missing.error.find("missing-attribute: transpose needs 'permutation'"),
            std::string::npos)
      << missing.error;
  unknown.flat.append("permutaton", unknown.builder.getDenseI64ArrayAttr({1, 0}));
  EXPECT_EQ(unknown.assemble("transpose"), "");
  EXPECT_NE(unknown.error.find("did you mean 'permutation'"), std::string::npos) << unknown.error;
  kind.flat.append("permutation", kind.builder.getI64IntegerAttr(1));
  EXPECT_EQ(kind.assemble("transpose"), "");
  EXPECT_NE(kind.error.find("has to be a list of whole numbers"), std::string::npos) << kind.error;
}

} // namespace
} // namespace shardc::test
