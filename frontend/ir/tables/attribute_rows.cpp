// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/tables/attribute_rows.h"

#include "frontend/ir/dialects/dialects.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

static constexpr AttributeInfo dimensionsField(StringRef name) {
  return {name, AttributeKind::integers, false, "[]", {}, true};
}
static const AttributeInfo kDotFields[] = {
    dimensionsField("lhs_batching_dimensions"), dimensionsField("rhs_batching_dimensions"),
    dimensionsField("lhs_contracting_dimensions"), dimensionsField("rhs_contracting_dimensions")};
static const AttributeInfo kGatherFields[] = {
    dimensionsField("offset_dims"),
    dimensionsField("collapsed_slice_dims"),
    dimensionsField("operand_batching_dims"),
    dimensionsField("start_indices_batching_dims"),
    dimensionsField("start_index_map"),
    {"index_vector_dim", AttributeKind::integer, false, "0", {}, false}};
/// Of an operand that is not the first.
static constexpr AttributeInfo numbersField(StringRef name) {
  return {name, AttributeKind::integers, false, "[]", {}, false};
}
static const AttributeInfo kScatterFields[] = {
    numbersField("update_window_dims"),
    dimensionsField("inserted_window_dims"),
    dimensionsField("input_batching_dims"),
    numbersField("scatter_indices_batching_dims"),
    dimensionsField("scatter_dims_to_operand_dims"),
    {"index_vector_dim", AttributeKind::integer, false, "0", {}, false}};

static DenseI64ArrayAttr listIn(Attribute attr) {
  return dyn_cast_or_null<DenseI64ArrayAttr>(attr);
}
static Attribute makeDot(MLIRContext *context, ArrayRef<Attribute> f) {
  return stablehlo::DotDimensionsAttr::get(context, listIn(f[0]), listIn(f[1]), listIn(f[2]),
                                           listIn(f[3]));
}
static Attribute makeGather(MLIRContext *context, ArrayRef<Attribute> f) {
  auto vectorDim = dyn_cast_or_null<IntegerAttr>(f[5]);
  return stablehlo::GatherDimensionsAttr::get(context, listIn(f[0]), listIn(f[1]), listIn(f[2]),
                                              listIn(f[3]), listIn(f[4]),
                                              vectorDim ? vectorDim.getInt() : 0);
}
static constexpr AttributeInfo dimensionField(StringRef name) {
  return {name, AttributeKind::integer, false, "", {}, true};
}
static const AttributeInfo kConvFields[] = {
    {"dim_numbers", AttributeKind::text, false, "", {}, false},
    dimensionField("input_batch_dimension"),
    dimensionField("input_feature_dimension"),
    dimensionsField("input_spatial_dimensions"),
    dimensionField("kernel_input_feature_dimension"),
    dimensionField("kernel_output_feature_dimension"),
    dimensionsField("kernel_spatial_dimensions"),
    dimensionField("output_batch_dimension"),
    dimensionField("output_feature_dimension"),
    dimensionsField("output_spatial_dimensions")};

/// Of the text alone, or of the numbers.
static Attribute makeConv(MLIRContext *context, ArrayRef<Attribute> f) {
  const auto isGiven = [](Attribute field) { return field != nullptr; };
  if (auto text = dyn_cast_or_null<StringAttr>(f[0])) {
    if (llvm::any_of(f.drop_front(), isGiven)) return {};
    const ScopedDiagnosticHandler quiet(context, [](Diagnostic &) { return success(); });
    return parseAttribute(("#stablehlo.conv<" + text.getValue() + ">").str(), context);
  }
  const auto number = [&](size_t k) { return dyn_cast_or_null<IntegerAttr>(f[k]); };
  for (const size_t k : {1, 2, 4, 5, 7, 8})
    if (!number(k)) return {};
  const auto list = [&](size_t k) {
    return listIn(f[k]) ? listIn(f[k]) : DenseI64ArrayAttr::get(context, {});
  };
  return stablehlo::ConvDimensionsAttr::get(
      context, number(1).getInt(), number(2).getInt(), list(3), number(4).getInt(),
      number(5).getInt(), list(6), number(7).getInt(), number(8).getInt(), list(9));
}

static Attribute makeScatter(MLIRContext *context, ArrayRef<Attribute> f) {
  auto vectorDim = dyn_cast_or_null<IntegerAttr>(f[5]);
  return stablehlo::ScatterDimensionsAttr::get(context, listIn(f[0]), listIn(f[1]), listIn(f[2]),
                                               listIn(f[3]), listIn(f[4]),
                                               vectorDim ? vectorDim.getInt() : 0);
}
static const StructRow kStructs[] = {
    {"::shardc::stablehlo::ConvDimensionsAttr", kConvFields, makeConv,
     "it needs 'dim_numbers', such as \"[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]\", or the numbers "
     "of all dimensions, one by one"},
    {"::shardc::stablehlo::DotDimensionsAttr", kDotFields, makeDot},
    {"::shardc::stablehlo::GatherDimensionsAttr", kGatherFields, makeGather},
    {"::shardc::stablehlo::ScatterDimensionsAttr", kScatterFields, makeScatter},
};

template <typename Attr>
static Attribute makeEnum(MLIRContext *context, StringRef word) {
  auto value = stablehlo::symbolizeEnum<decltype(Attr().getValue())>(word);
  return value ? Attribute(Attr::get(context, *value)) : Attribute();
}
static const StringRef kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
static const StringRef kCompareTypes[] = {"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
static const StringRef kFftTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
static const StringRef kTransposes[] = {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
static const StringRef kAlgorithms[] = {"DEFAULT", "THREE_FRY", "PHILOX"};
static const StringRef kDistributions[] = {"UNIFORM", "NORMAL"};
static const EnumRow kEnums[] = {
    {"::shardc::stablehlo::DirectionAttr", kDirections, makeEnum<stablehlo::DirectionAttr>},
    {"::shardc::stablehlo::CompareTypeAttr", kCompareTypes, makeEnum<stablehlo::CompareTypeAttr>},
    {"::shardc::stablehlo::FftTypeAttr", kFftTypes, makeEnum<stablehlo::FftTypeAttr>},
    {"::shardc::stablehlo::TransposeAttr", kTransposes, makeEnum<stablehlo::TransposeAttr>},
    {"::shardc::stablehlo::RngAlgorithmAttr", kAlgorithms, makeEnum<stablehlo::RngAlgorithmAttr>},
    {"::shardc::stablehlo::RngDistributionAttr", kDistributions,
     makeEnum<stablehlo::RngDistributionAttr>},
};

template <typename Row>
static const Row *rowOf(ArrayRef<Row> rows, StringRef storage) {
  const Row *row = llvm::find_if(rows, [&](const Row &each) { return each.storage == storage; });
  return row == rows.end() ? nullptr : row;
}
const StructRow *structRow(StringRef storage) { return rowOf<StructRow>(kStructs, storage); }
const EnumRow *enumRow(StringRef storage) { return rowOf<EnumRow>(kEnums, storage); }

} // namespace shardc
