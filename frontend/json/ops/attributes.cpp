// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/ops/attributes.h"

#include "frontend/diagnostics.h"
#include "frontend/json/literals/literal.h"
#include "frontend/json/spellings/emitter.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc::json {

/// What dimensions are counted in.
namespace {
struct Space {
  int64_t rank = 0;
  ArrayRef<std::string> names = {};
};
} // namespace

/// By the specification's habit of naming: `lhs_`, `rhs_` and `kernel_` say which operand; others
/// are of the first, except those that place its dimensions in the result.
static std::optional<Space> spaceOf(StringRef attribute, const AttributePlace &place) {
  bool ofResult = attribute == "broadcast_dimensions" || attribute == "iota_dimension";
  if (ofResult && place.shape) return Space{static_cast<int64_t>(place.shape->size())};
  size_t operand = attribute.starts_with("rhs_") || attribute.starts_with("kernel_") ? 1 : 0;
  bool isKnown = !ofResult && !attribute.starts_with("offset_") &&
                 !attribute.starts_with("output_") && !attribute.starts_with("start_indices_") &&
                 operand < place.operands.size();
  if (!isKnown) return std::nullopt;
  mlir::Value value = place.operands[operand];
  return Space{rankOf(value), place.names.of(value)};
}

static FailureOr<int64_t> namedDimension(Value json, StringRef what, std::optional<Space> space) {
  StringRef name = json.string();
  SmallVector<StringRef> known;
  if (space) known.append(space->names.begin(), space->names.end());
  for (auto [number, own] : llvm::enumerate(known))
    if (own == name && !own.empty()) return static_cast<int64_t>(number);
  llvm::erase(known, "");
  Report error = report(json.loc(), Diag::unknown_dimension);
  error << what << ": no dimension is named '" << shown(name) << "'" << didYouMean(name, known);
  if (known.empty())
    error.note() << "no dimension of the operand has a name; give a number";
  else
    error.note() << "the operand's dimensions: " << llvm::join(known, ", ");
  return error;
}

static FailureOr<int64_t> readDimension(Value json, StringRef what, std::optional<Space> space) {
  if (json.is(Kind::string)) return namedDimension(json, what, space);
  if (!json.is(Kind::integer)) return wrongKind(json, what, "a dimension: a number or a name");
  int64_t number = json.integer();
  if (!space && number >= 0) return number;
  if (space && number >= -space->rank && number < space->rank)
    return number < 0 ? number + space->rank : number;
  Report error = report(json.loc(), Diag::unknown_dimension);
  error << what << ": there is no dimension " << number;
  if (space && space->rank == 0) return error << "; the operand is a scalar";
  if (space) return error << "; dimensions are 0 to " << space->rank - 1 << ", or names";
  return error << "; count from the front here";
}

namespace {
/// Converts one attribute; what is wrong with it is reported.
class AttributeReader {
public:
  AttributeReader(const AttributeInfo &attribute, const AttributePlace &given, Value json)
      : info(attribute), place(given), value(json), what(("'" + attribute.name + "'").str()),
        builder(json.loc().getContext()) {}
  Attribute read();

private:
  FailureOr<int64_t> integer(Value json);
  Attribute integers();
  Attribute booleans();
  Attribute pairs();
  Attribute rows();
  Attribute names();
  Attribute choice(Value json);
  Attribute other();

  const AttributeInfo &info;
  const AttributePlace &place;
  Value value;
  std::string what;
  Builder builder;
};
} // namespace

FailureOr<int64_t> AttributeReader::integer(Value json) {
  if (info.isDimension) return readDimension(json, what, spaceOf(info.name, place));
  std::optional<int64_t> number = json.asInteger(what);
  if (!number) return failure();
  return *number;
}

Attribute AttributeReader::integers() {
  if (!value.is(Kind::array)) {
    (void)wrongKind(value, what, info.isDimension ? "a list of dimensions" : "a list of numbers");
    return nullptr;
  }
  SmallVector<int64_t> numbers;
  bool ok = true;
  for (Value element : value.elements()) {
    FailureOr<int64_t> number = integer(element);
    if (succeeded(number))
      numbers.push_back(*number);
    else
      ok = false;
  }
  return ok ? builder.getDenseI64ArrayAttr(numbers) : Attribute();
}

Attribute AttributeReader::booleans() {
  if (!value.asArray(what)) return nullptr;
  SmallVector<bool> flags;
  bool ok = true;
  for (Value element : value.elements()) {
    const std::optional<bool> flag = element.asBoolean(what);
    ok &= flag.has_value();
    flags.push_back(flag.value_or(false));
  }
  return ok ? builder.getDenseBoolArrayAttr(flags) : Attribute();
}

Attribute AttributeReader::pairs() {
  if (!value.asArray(what)) return nullptr;
  SmallVector<int64_t> numbers;
  for (Value pair : value.elements()) {
    if (!pair.is(Kind::array) || pair.size() != 2) {
      (void)wrongKind(pair, what, "a list of pairs of numbers, such as [[0, 1], [2, 2]]");
      return nullptr;
    }
    for (Value element : pair.elements()) {
      const std::optional<int64_t> number = element.asInteger(what);
      if (!number) return nullptr;
      numbers.push_back(*number);
    }
  }
  const auto count = static_cast<int64_t>(numbers.size() / 2);
  return DenseIntElementsAttr::get(RankedTensorType::get({count, 2}, builder.getI64Type()),
                                   numbers);
}

Attribute AttributeReader::rows() {
  if (!value.asArray(what)) return nullptr;
  SmallVector<int64_t> numbers;
  const size_t length = value.size() == 0 ? 0 : value[0].size();
  for (Value row : value.elements()) {
    if (!row.is(Kind::array) || row.size() != length || length == 0) {
      (void)wrongKind(row, what, "lists of numbers, all of one length, such as [[0, 1], [2, 3]]");
      return nullptr;
    }
    for (Value element : row.elements()) {
      const std::optional<int64_t> number = element.asInteger(what);
      if (!number) return nullptr;
      numbers.push_back(*number);
    }
  }
  const auto type = RankedTensorType::get(
      {static_cast<int64_t>(value.size()), static_cast<int64_t>(length)}, builder.getI64Type());
  return DenseIntElementsAttr::get(type, numbers);
}

Attribute AttributeReader::names() {
  if (value.is(Kind::string)) return builder.getStrArrayAttr(value.string());
  if (!value.is(Kind::array)) {
    (void)wrongKind(value, what, "a name or a list of names");
    return nullptr;
  }
  SmallVector<StringRef> all;
  for (Value element : value.elements()) {
    const std::optional<StringRef> name = element.asString(what);
    if (!name) return nullptr;
    all.push_back(*name);
  }
  return builder.getStrArrayAttr(all);
}

Attribute AttributeReader::choice(Value json) {
  std::optional<StringRef> text = json.asString(what);
  if (!text) return nullptr;
  if (llvm::is_contained(info.choices, *text)) return builder.getStringAttr(*text);
  report(json.loc(), Diag::wrong_value)
      << what << " cannot be '" << shown(*text) << "'" << didYouMean(*text, info.choices)
      << (info.choices.size() <= 12 ? "; it is one of " : "")
      << (info.choices.size() <= 12 ? llvm::join(info.choices, ", ") : "");
  return nullptr;
}

/// Spellings have numbers and texts of their own; of ops, these are structures.
Attribute AttributeReader::other() {
  if (!place.info.dialect.empty()) {
    report(value.loc(), Diag::unsupported_op)
        << what << " cannot be given in JSON yet; leave it out";
    return nullptr;
  }
  if (value.is(Kind::string)) return builder.getStringAttr(value.string());
  if (value.isNumber()) return builder.getF64FloatAttr(value.number());
  (void)wrongKind(value, what, "a number or a text");
  return nullptr;
}

Attribute AttributeReader::read() {
  switch (info.kind) {
  case AttributeKind::boolean: {
    std::optional<bool> flag = value.asBoolean(what);
    return flag ? builder.getBoolAttr(*flag) : Attribute();
  }
  case AttributeKind::integer: {
    FailureOr<int64_t> number = integer(value);
    return succeeded(number) ? builder.getI64IntegerAttr(*number) : Attribute();
  }
  case AttributeKind::number: {
    if (value.isNumber()) return builder.getF64FloatAttr(value.number());
    (void)wrongKind(value, what, "a number");
    return nullptr;
  }
  case AttributeKind::integers:
    return integers();
  case AttributeKind::booleans:
    return booleans();
  case AttributeKind::pairs:
    return pairs();
  case AttributeKind::text: {
    std::optional<StringRef> text = value.asString(what);
    return text ? builder.getStringAttr(*text) : Attribute();
  }
  case AttributeKind::choice:
    return choice(value);
  case AttributeKind::choices: {
    if (!value.asArray(what)) return nullptr;
    SmallVector<Attribute> all;
    for (Value element : value.elements())
      all.push_back(choice(element));
    return llvm::is_contained(all, Attribute()) ? Attribute() : builder.getArrayAttr(all);
  }
  case AttributeKind::elements:
    return readLiteral(value, {place.dtype, place.shape, place.files});
  case AttributeKind::names:
    return names();
  case AttributeKind::rows:
    return rows();
  case AttributeKind::other:
    return other();
  }
  llvm_unreachable("all kinds are above");
}

/// What was meant by a key that the op does not have. People who come from NumPy write `axis`.
static std::string meant(StringRef key, const OpInfo &info) {
  SmallVector<StringRef> names = {"name", "in", "dtype", "shape", "dims"};
  for (const AttributeInfo &attribute : info.attributes) {
    bool isAxis =
        key == "axis" || key == "axes" || key == "dim" || key == "dimension" || key == "dimensions";
    if (isAxis && attribute.isDimension) return ("; did you mean '" + attribute.name + "'?").str();
    names.push_back(attribute.name);
  }
  names.append(info.regions.begin(), info.regions.end());
  return didYouMean(key, names);
}

static std::string listed(const OpInfo &info) {
  SmallVector<StringRef> names;
  for (const AttributeInfo &attribute : info.attributes)
    names.push_back(attribute.name);
  if (names.empty()) return ("'" + info.mnemonic + "' has no attributes").str();
  return ("attributes of '" + info.mnemonic + "': ").str() + llvm::join(names, ", ");
}

FailureOr<NamedAttrList> readAttributes(const OpForm &op, const AttributePlace &place) {
  NamedAttrList result;
  bool ok = true;
  std::set<StringRef> given;
  for (const Member &member : op.attributes) {
    auto info = llvm::find_if(place.info.attributes,
                              [&](const AttributeInfo &own) { return own.name == member.key(); });
    if (llvm::is_contained(place.info.regions, member.key())) {
      ok = false;
      (void)wrongKind(member.value, "'" + member.key() + "'",
                      "a region, {\"inputs\": [...], \"ops\": [...], \"outputs\": [...]}");
      continue;
    }
    if (info == place.info.attributes.end()) {
      Report error = report(member.keyLoc(), Diag::unknown_attribute);
      error << "'" << place.info.mnemonic << "' has no attribute '" << shown(member.key()) << "'"
            << meant(member.key(), place.info);
      error.note() << listed(place.info);
      ok = false;
      continue;
    }
    given.insert(info->name);
    Attribute value = AttributeReader(*info, place, member.value).read();
    if (value)
      result.append(info->name, value);
    else
      ok = false;
  }
  // A wrong name is often that of the missing one: say one thing.
  for (const AttributeInfo &info : place.info.attributes) {
    if (!ok || !info.required || given.count(info.name)) continue;
    report(op.json.loc(), Diag::missing_attribute)
        << "'" << place.info.mnemonic << "' needs the attribute '" << info.name << "'";
    return failure();
  }
  if (!ok) return failure();
  return result;
}

} // namespace shardc::json
