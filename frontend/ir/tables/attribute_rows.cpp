// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/tables/attribute_rows.h"

#include "frontend/ir/dialects/dialects.h"

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
static const StructRow kStructs[] = {
    {"::shardc::stablehlo::DotDimensionsAttr", kDotFields, makeDot},
    {"::shardc::stablehlo::GatherDimensionsAttr", kGatherFields, makeGather},
};

template <typename Attr>
static Attribute makeEnum(MLIRContext *context, StringRef word) {
  auto value = stablehlo::symbolizeEnum<decltype(Attr().getValue())>(word);
  return value ? Attribute(Attr::get(context, *value)) : Attribute();
}
static const StringRef kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
static const StringRef kCompareTypes[] = {"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
static const EnumRow kEnums[] = {
    {"::shardc::stablehlo::DirectionAttr", kDirections, makeEnum<stablehlo::DirectionAttr>},
    {"::shardc::stablehlo::CompareTypeAttr", kCompareTypes, makeEnum<stablehlo::CompareTypeAttr>},
};

template <typename Row>
static const Row *rowOf(ArrayRef<Row> rows, StringRef storage) {
  const Row *row = llvm::find_if(rows, [&](const Row &each) { return each.storage == storage; });
  return row == rows.end() ? nullptr : row;
}
const StructRow *structRow(StringRef storage) { return rowOf<StructRow>(kStructs, storage); }
const EnumRow *enumRow(StringRef storage) { return rowOf<EnumRow>(kEnums, storage); }

} // namespace shardc
