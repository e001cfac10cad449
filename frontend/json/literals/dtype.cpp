// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/literals/dtype.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/interfaces/builder.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace shardc::json {

struct DtypeRow {
  StringRef name;
  std::optional<ElementType> type; // none: known, but not supported
};

static constexpr auto unsupported = std::nullopt;
static const DtypeRow dtypes[] = {
    {"f32", ElementType::f32},     {"f64", ElementType::f64},     {"i1", ElementType::i1},
    {"i32", ElementType::i32},     {"i64", ElementType::i64},     {"ui32", ElementType::ui32},
    {"float32", ElementType::f32}, {"float64", ElementType::f64}, {"bool", ElementType::i1},
    {"pred", ElementType::i1},     {"int32", ElementType::i32},   {"int64", ElementType::i64},
    {"s32", ElementType::i32},     {"s64", ElementType::i64},     {"uint32", ElementType::ui32},
    {"u32", ElementType::ui32},    {"bf16", unsupported},         {"bfloat16", unsupported},
    {"f16", unsupported},          {"float16", unsupported},      {"i2", unsupported},
    {"i4", unsupported},           {"i8", unsupported},           {"i16", unsupported},
    {"int2", unsupported},         {"int4", unsupported},         {"int8", unsupported},
    {"int16", unsupported},        {"s2", unsupported},           {"s4", unsupported},
    {"s8", unsupported},           {"s16", unsupported},          {"ui2", unsupported},
    {"ui4", unsupported},          {"ui8", unsupported},          {"ui16", unsupported},
    {"ui64", unsupported},         {"u2", unsupported},           {"u4", unsupported},
    {"u8", unsupported},           {"u16", unsupported},          {"u64", unsupported},
    {"uint2", unsupported},        {"uint4", unsupported},        {"uint8", unsupported},
    {"uint16", unsupported},       {"uint64", unsupported},       {"c64", unsupported},
    {"c128", unsupported},         {"complex64", unsupported},    {"complex128", unsupported},
    {"complex<f32>", unsupported}, {"complex<f64>", unsupported}, {"f8E4M3FN", unsupported},
    {"f8E5M2", unsupported},       {"f8E4M3", unsupported},       {"f8E3M4", unsupported},
    {"f8E4M3FNUZ", unsupported},   {"f8E5M2FNUZ", unsupported},   {"f8E4M3B11FNUZ", unsupported},
    {"f8E8M0FNU", unsupported},    {"f4E2M1FN", unsupported},     {"f6E2M3FN", unsupported},
    {"f6E3M2FN", unsupported}};

Type readDtype(Value value) {
  std::optional<StringRef> text = value.asString("'dtype'");
  if (!text) return nullptr;
  SmallVector<StringRef> names;
  for (const DtypeRow &row : dtypes) {
    names.push_back(row.name);
    if (row.name != *text) continue;
    if (row.type)
      return cast<RankedTensorType>(typeIn(value.loc().getContext(), {*row.type, {}}))
          .getElementType();
    report(value.loc(), Diag::unsupported_type) << "shardc cannot compile element type '" << *text
                                                << "' yet; use f32, f64, i1, i32, i64 or ui32";
    return nullptr;
  }
  Report error = report(value.loc(), Diag::unknown_dtype);
  error << "unknown element type '" << *text << "'";
  if (StringRef near = closest(*text, names); !near.empty())
    error << "; did you mean '" << near << "'?";
  return nullptr;
}

std::string dtypeName(Type type) {
  std::optional<TensorSpec> spec = typeOf(RankedTensorType::get({}, type));
  if (spec) return info(spec->type).name;
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

} // namespace shardc::json
