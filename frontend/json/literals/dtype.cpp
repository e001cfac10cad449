// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/literals/dtype.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/interfaces/builder.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace shardc::json {

namespace {
struct DtypeRow {
  std::string name;
  std::optional<ElementType> type; // none: known, but not supported
};
} // namespace

static constexpr const char *kUnsupported[] = {"f4E2M1FN", "f6E2M3FN", "f6E3M2FN"};

/// What others call a type: NumPy, and Nx and HLO.
static SmallVector<std::string, 2> aliasesOf(ElementType type) {
  const ElementInfo &row = info(type);
  if (StringRef(row.name) == "bf16") return {"bfloat16"};
  const std::string width = std::to_string(row.bits);
  switch (row.kind) {
  case TypeKind::boolean:
    return {"bool", "pred"};
  case TypeKind::signedInteger:
    return {"int" + width, "s" + width};
  case TypeKind::unsignedInteger:
    return {"uint" + width, "u" + width};
  case TypeKind::floating:
    if (row.bits == 8)
      return {StringRef(row.name).lower(), "float8_" + StringRef(row.name).drop_front(2).lower()};
    return {"float" + width};
  case TypeKind::complex:
    return {"complex" + width, "complex<" + std::string(info(*partOf(type)).name) + ">"};
  }
  llvm_unreachable("all kinds are above");
}

static std::vector<DtypeRow> dtypes() {
  std::vector<DtypeRow> rows;
  for (ElementType type : elementTypes()) {
    rows.push_back({info(type).name, type});
    for (const std::string &alias : aliasesOf(type))
      rows.push_back({alias, type});
  }
  for (const char *unsupported : kUnsupported)
    rows.push_back({unsupported, std::nullopt});
  return rows;
}

Type readDtype(Value value) {
  std::optional<StringRef> text = value.asString("'dtype'");
  if (!text) return nullptr;
  static const std::vector<DtypeRow> rows = dtypes();
  SmallVector<StringRef> names;
  for (const DtypeRow &row : rows) {
    names.push_back(row.name);
    if (row.name != *text) continue;
    if (row.type)
      return cast<RankedTensorType>(typeIn(value.loc().getContext(), {*row.type, {}}))
          .getElementType();
    report(value.loc(), Diag::unsupported_type)
        << "shardc cannot compile element type '" << *text << "' yet; use " << elementTypesText();
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
