// SPDX-License-Identifier: Apache-2.0
// From attributes as people write them to attributes as ops store them.
#include "frontend/diagnostics.h"
#include "frontend/ir/tables/attribute_rows.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;

namespace shardc {

static const AttributeInfo *find(const OpInfo &op, StringRef name) {
  auto found = llvm::find_if(op.attributes, [&](const AttributeInfo &a) { return a.name == name; });
  return found == op.attributes.end() ? nullptr : &*found;
}

/// Whether the attribute is what its kind is given with, and how to say what is expected.
static bool fits(Attribute attr, AttributeKind kind) {
  switch (kind) {
  case AttributeKind::boolean:
    return isa<BoolAttr>(attr);
  case AttributeKind::integer:
    return isa<IntegerAttr>(attr) && !isa<BoolAttr>(attr);
  case AttributeKind::number:
    return isa<FloatAttr>(attr);
  case AttributeKind::integers:
    return isa<DenseI64ArrayAttr>(attr);
  case AttributeKind::booleans:
    return isa<DenseBoolArrayAttr>(attr);
  case AttributeKind::pairs:
  case AttributeKind::rows:
    return isa<DenseIntElementsAttr>(attr);
  case AttributeKind::text:
  case AttributeKind::choice:
    return isa<StringAttr>(attr);
  case AttributeKind::choices:
  case AttributeKind::names:
    return isa<ArrayAttr>(attr);
  case AttributeKind::elements:
    return isa<ElementsAttr>(attr);
  case AttributeKind::other:
    return true;
  }
  llvm_unreachable("all kinds are above");
}
static const char *expected(AttributeKind kind) {
  switch (kind) {
  case AttributeKind::boolean:
    return "true or false";
  case AttributeKind::integer:
    return "a whole number";
  case AttributeKind::number:
    return "a number";
  case AttributeKind::integers:
    return "a list of whole numbers";
  case AttributeKind::booleans:
    return "a list of true and false";
  case AttributeKind::pairs:
    return "a list of pairs of whole numbers";
  case AttributeKind::text:
    return "a text";
  case AttributeKind::choice:
    return "a word";
  case AttributeKind::choices:
    return "a list of words";
  case AttributeKind::elements:
    return "numbers";
  case AttributeKind::names:
    return "a list of names";
  case AttributeKind::rows:
    return "a list of lists of whole numbers";
  case AttributeKind::other:
    return "an attribute";
  }
  llvm_unreachable("all kinds are above");
}

/// Reports names that the op does not have, and values of another kind.
static LogicalResult checkGiven(const OpInfo &op, Location loc, const NamedAttrList &flat) {
  bool good = true;
  for (NamedAttribute given : flat) {
    const StringRef name = given.getName();
    const AttributeInfo *attribute = find(op, name);
    if (attribute && fits(given.getValue(), attribute->kind)) continue;
    good = false;
    if (attribute) {
      (void)(report(loc, Diag::bad_attribute)
             << op.mnemonic << ": '" << name << "' has to be " << expected(attribute->kind));
      continue;
    }
    SmallVector<StringRef> names;
    for (const AttributeInfo &each : op.attributes)
      names.push_back(each.name);
    const StringRef near = closest(name, names);
    auto message = report(loc, Diag::unknown_attribute);
    message << op.mnemonic << " has no attribute '" << name << "'";
    if (!near.empty()) message << "; did you mean '" << near << "'?";
  }
  return success(good);
}

/// A default "1..." is one per dimension of operand 0.
static Attribute defaultOf(const AttributeInfo &attribute, MLIRContext *context,
                           TypeRange operands) {
  StringRef text = attribute.defaultText;
  int64_t each = 0;
  if (attribute.kind == AttributeKind::integer && !text.getAsInteger(10, each))
    return IntegerAttr::get(IntegerType::get(context, 64), each);
  if (!text.consume_back("...") || text.getAsInteger(10, each) || operands.empty()) return {};
  auto shaped = dyn_cast<ShapedType>(operands[0]);
  const int64_t rank = shaped && shaped.hasRank() ? shaped.getRank() : 0;
  return DenseI64ArrayAttr::get(context, SmallVector<int64_t>(rank, each));
}

/// The word of an enum as its attribute; null, with an error, where it is none.
static Attribute wordOf(const OpInfo &op, Location loc, StringRef name, const EnumRow &row,
                        StringRef word) {
  if (Attribute attr = row.make(loc.getContext(), word)) return attr;
  const StringRef near = closest(word, row.words);
  auto message = report(loc, Diag::bad_attribute);
  message << op.mnemonic << ": '" << name << "' is one of ";
  llvm::interleave(
      row.words, [&](StringRef each) { message << each; }, [&] { message << ", "; });
  message << ", not '" << word << "'";
  if (!near.empty()) message << "; did you mean '" << near << "'?";
  return {};
}

/// The fields of a structure that are given, as the structure; null, with an error, where they make
/// none.
static Attribute structOf(const OpInfo &op, Location loc, const StructRow &row,
                          const NamedAttrList &flat) {
  SmallVector<Attribute> fields;
  for (const AttributeInfo &field : row.fields)
    fields.push_back(flat.get(field.name));
  Attribute made = row.make(loc.getContext(), fields);
  if (!made) (void)(report(loc, Diag::bad_attribute) << op.mnemonic << ": " << row.needs);
  return made;
}

/// Numbers are given with 64 bits. Null, with an error, where 32 cannot have them.
static Attribute storedAs(const OpInfo &op, Location loc, const OpPart &part, Attribute value) {
  Builder builder(value.getContext());
  const auto outOfRange = [&](const char *type) {
    (void)(report(loc, Diag::bad_attribute)
           << op.mnemonic << ": '" << part.name << "' is out of range of " << type);
    return Attribute();
  };
  if (part.detail == StringRef(kOf32Bits)) {
    const int64_t number = cast<IntegerAttr>(value).getInt();
    if (!llvm::isInt<32>(number)) return outOfRange("i32");
    return builder.getI32IntegerAttr(static_cast<int32_t>(number));
  }
  if (StringRef(part.type).trim() == "::mlir::FloatAttr") {
    const double number = cast<FloatAttr>(value).getValueAsDouble();
    if (std::isfinite(number) && !std::isfinite(static_cast<float>(number)))
      return outOfRange("f32");
    return builder.getF32FloatAttr(static_cast<float>(number));
  }
  return value;
}

FailureOr<NamedAttrList> assembleAttributes(const OpInfo &op, Location loc,
                                            const NamedAttrList &flat, TypeRange operands) {
  bool good = succeeded(checkGiven(op, loc, flat));
  if (!good) return failure();
  NamedAttrList stored;
  for (const OpPart &part : op.stored) {
    const StringRef storage = StringRef(part.type).trim();
    if (const StructRow *row = structRow(storage)) {
      const Attribute made = structOf(op, loc, *row, flat);
      good &= made != nullptr;
      if (made) stored.append(part.name, made);
      continue;
    }
    const AttributeInfo &attribute = *find(op, part.name);
    Attribute value = flat.get(part.name);
    if (!value) value = defaultOf(attribute, loc.getContext(), operands);
    if (!value && attribute.required) {
      good = false;
      (void)(report(loc, Diag::missing_attribute)
             << op.mnemonic << " needs '" << part.name << "': " << expected(attribute.kind));
    }
    const EnumRow *row = enumRow(storage);
    if (value && row) {
      value = wordOf(op, loc, part.name, *row, cast<StringAttr>(value).getValue());
      good &= value != nullptr;
    }
    if (!value) continue;
    value = storedAs(op, loc, part, value);
    good &= value != nullptr;
    if (value) stored.append(part.name, value);
  }
  if (!good) return failure();
  return stored;
}

} // namespace shardc
