// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/literals/literal.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/sizes.h"
#include "frontend/json/form/form.h"
#include "frontend/json/literals/dtype.h"
#include "frontend/json/literals/weights.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;

namespace shardc::json {

using Extents = SmallVector<int64_t, 4>;

/// The shape of a nested list, by its first elements.
static Extents shapeOf(Value value) {
  Extents shape;
  while (value.is(Kind::array)) {
    shape.push_back(value.size());
    if (value.size() == 0) break;
    value = value[0];
  }
  return shape;
}

/// Appends the numbers of a nested list, which must have that shape throughout.
static LogicalResult flatten(Value value, ArrayRef<int64_t> shape, std::vector<Value> &numbers) {
  if (value.is(Kind::array) != !shape.empty() ||
      (!shape.empty() && static_cast<int64_t>(value.size()) != shape[0])) {
    Report error = report(value.loc(), Diag::wrong_literal);
    error << "the literal is ragged: here ";
    if (shape.empty())
      error << "a number is expected";
    else
      error << "a list of " << shape[0] << " is expected";
    return error << ", as at the first place of its kind; this is " << described(value);
  }
  if (shape.empty()) {
    numbers.push_back(value);
    return success();
  }
  for (Value element : value.elements())
    if (failed(flatten(element, shape.drop_front(), numbers))) return failure();
  return success();
}

static std::optional<double> special(StringRef text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

static LogicalResult doesNotFit(Value value, ElementType type, const Twine &why) {
  return report(value.loc(), Diag::wrong_literal)
         << described(value) << " does not fit element type " << info(type).name << ": "
         << why.str();
}

static FailureOr<Number> floatNumber(Value value, ElementType type) {
  double number;
  if (value.is(Kind::string)) {
    std::optional<double> text = special(value.string());
    if (!text) return doesNotFit(value, type, "give a number, \"inf\", \"-inf\" or \"nan\"");
    return Number::of(type, *text);
  }
  if (!value.isNumber()) return doesNotFit(value, type, "give a number");
  number = value.number();
  Number result = Number::of(type, number);
  if (std::isinf(result.real))
    return doesNotFit(value, type, "it is too large; write {\"value\": \"inf\"} for infinity");
  if (std::isnan(result.real)) return doesNotFit(value, type, "it has no such number");
  return result;
}

static FailureOr<Number> integerNumber(Value value, ElementType type) {
  if (!value.isNumber()) return doesNotFit(value, type, "give an integer");
  uint64_t large; // as the file spells it: no int64_t, and not rounded to a double
  if (value.is(Kind::number) && !value.spelled().getAsInteger(10, large)) {
    const Number result = Number::of(type, static_cast<int64_t>(large));
    if (result.wide() != large) return doesNotFit(value, type, "it is out of range");
    return result;
  }
  int64_t number;
  if (value.is(Kind::integer)) {
    number = value.integer();
  } else {
    double real = value.number();
    if (real != std::trunc(real)) return doesNotFit(value, type, "give an integer");
    if (std::fabs(real) > 0x1p53) return doesNotFit(value, type, "it is out of range");
    number = static_cast<int64_t>(real);
  }
  if (!holds(type, number)) return doesNotFit(value, type, "it is out of range");
  return Number::of(type, number);
}

static FailureOr<Number> booleanNumber(Value value) {
  if (value.is(Kind::boolean))
    return Number::of(ElementType::i1, static_cast<int64_t>(value.boolean()));
  bool isBit = value.is(Kind::integer) && (value.integer() == 0 || value.integer() == 1);
  if (!isBit) return doesNotFit(value, ElementType::i1, "give true or false");
  return Number::of(ElementType::i1, value.integer());
}

/// {"re": 1, "im": -2}, of which one may be left out, or a real number.
static FailureOr<Number> complexNumber(Value value, ElementType type) {
  const ElementType part = *partOf(type);
  double parts[] = {0, 0};
  if (!value.is(Kind::object)) {
    const FailureOr<Number> real = floatNumber(value, part);
    return failed(real) ? real : Number::complex(type, real->real, 0);
  }
  for (auto [k, key] : llvm::enumerate(ArrayRef<StringRef>{"re", "im"})) {
    const std::optional<Value> own = value.find(key);
    if (!own) continue;
    const FailureOr<Number> number = floatNumber(*own, part);
    if (failed(number)) return failure();
    parts[k] = number->real;
  }
  return Number::complex(type, parts[0], parts[1]);
}

static FailureOr<Number> numberOf(Value value, ElementType type) {
  if (info(type).isComplex) return complexNumber(value, type);
  if (value.is(Kind::object)) return doesNotFit(value, type, "only a complex number has parts");
  if (info(type).isBoolean) return booleanNumber(value);
  return info(type).isFloat ? floatNumber(value, type) : integerNumber(value, type);
}

/// One number per element, or one for all.
static DenseElementsAttr packed(RankedTensorType type, ElementType element,
                                ArrayRef<Number> numbers) {
  if (info(element).isBoolean) {
    SmallVector<bool> bits;
    for (const Number &number : numbers)
      bits.push_back(number.isTrue());
    return DenseElementsAttr::get(type, ArrayRef<bool>(bits));
  }
  const size_t bytes = info(element).bytes;
  const Slot all = ~Slot(0) >> (128 - info(element).bits);
  std::vector<char> data(numbers.size() * bytes);
  for (auto [at, number] : llvm::enumerate(numbers)) {
    const Slot slot = toSlot(number) & all; // lowest bytes first, as hosts have them
    std::memcpy(data.data() + at * bytes, &slot, bytes);
  }
  return DenseElementsAttr::getFromRawBuffer(type, data);
}

static LogicalResult shapesDiffer(Value json, ArrayRef<int64_t> own, ArrayRef<int64_t> wanted) {
  Report error = report(json.loc(), Diag::wrong_literal);
  error << "the literal has shape " << shapeText(own) << ", but " << shapeText(wanted)
        << " is wanted";
  return error;
}

namespace {
/// A literal, taken apart.
struct Parts {
  std::optional<Value> values, splat, file, key;
  Type dtype;
  std::optional<std::vector<int64_t>> shape;
};
} // namespace

static FailureOr<Parts> partsOf(Value json) {
  Parts parts;
  const bool isComplex = json.is(Kind::object) && (json.find("re") || json.find("im"));
  if (!json.is(Kind::object) || isComplex) {
    parts.values = json;
    return parts;
  }
  parts.values = json.find("value");
  parts.splat = json.find("splat");
  parts.file = json.find("file");
  parts.key = json.find("key");
  if (parts.values.has_value() + parts.splat.has_value() + parts.file.has_value() != 1)
    return report(json.loc(), Diag::wrong_literal)
           << "a literal has one of 'value', 'splat' and 'file'";
  if (parts.key && !parts.file)
    return report(parts.key->loc(), Diag::wrong_literal) << "'key' belongs to a 'file'";
  if (std::optional<Value> dtype = json.find("dtype")) {
    parts.dtype = readDtype(*dtype);
    if (!parts.dtype) return failure();
  }
  if (std::optional<Value> shape = json.find("shape")) {
    parts.shape = readShape(*shape, "'shape'");
    if (!parts.shape) return failure();
  }
  return parts;
}

Type literalDtype(Value json) {
  if (json.is(Kind::object)) {
    if (std::optional<Value> dtype = json.find("dtype")) return readDtype(*dtype);
    std::optional<Value> inner = json.find("value");
    if (!inner) inner = json.find("splat");
    return inner ? literalDtype(*inner) : Type();
  }
  while (json.is(Kind::array) && json.size() > 0)
    json = json[0];
  return json.is(Kind::boolean) ? IntegerType::get(json.loc().getContext(), 1) : Type();
}

static DenseElementsAttr fromFile(Value json, const Parts &parts, const LiteralPlace &place,
                                  Type element) {
  const std::optional<TensorSpec> wanted =
      element ? typeOf(RankedTensorType::get({}, element)) : std::nullopt;
  std::optional<Weights> weights = readWeights(*parts.file, parts.key, place.files,
                                               wanted ? std::optional(wanted->type) : std::nullopt);
  if (!weights) return nullptr;
  std::optional<TensorSpec> spec = typeOf(weights->value.getType());
  Type own = weights->value.getElementType();
  if (element && own != element) {
    report(parts.file->loc(), Diag::wrong_literal)
        << "the file has elements of type " << dtypeName(own) << ", but " << dtypeName(element)
        << " is wanted; convert the file, or name it in an op 'convert'";
    return nullptr;
  }
  std::optional<ArrayRef<int64_t>> shape = place.shape;
  if (parts.shape) shape = ArrayRef<int64_t>(*parts.shape);
  bool fits = !shape || *shape == ArrayRef<int64_t>(spec->shape) ||
              succeeded(shapesDiffer(json, spec->shape, *shape));
  return fits ? weights->value : DenseElementsAttr();
}

/// The shape of the elements: as nested, as the literal says, or as its place does.
static FailureOr<Extents> elementsShape(Value json, const Parts &parts, const LiteralPlace &place,
                                        ArrayRef<int64_t> nested) {
  auto said = parts.shape ? std::optional<ArrayRef<int64_t>>(*parts.shape) : std::nullopt;
  Extents shape(nested);
  if (nested.empty()) { // one number, for all elements
    if (std::optional<ArrayRef<int64_t>> wanted = said ? said : place.shape)
      shape.assign(wanted->begin(), wanted->end());
  } else if (said && *said != nested) {
    bool isFlat = nested.size() == 1 && elementsOf(*said, kMaxLiteralBytes) == nested[0];
    if (!isFlat) return shapesDiffer(json, nested, *said);
    shape.assign(said->begin(), said->end());
  }
  if (place.shape && *place.shape != ArrayRef<int64_t>(shape))
    return shapesDiffer(json, shape, *place.shape);
  return shape;
}

/// The numbers in the type; the first that does not fit is reported.
static FailureOr<std::vector<Number>> numbersOf(ArrayRef<Value> values, ElementType type) {
  std::vector<Number> numbers;
  numbers.reserve(values.size());
  for (Value value : values) {
    FailureOr<Number> number = numberOf(value, type);
    if (failed(number)) return failure();
    numbers.push_back(*number);
  }
  return numbers;
}

static DenseElementsAttr fromValues(Value json, const Parts &parts, const LiteralPlace &place,
                                    Type element) {
  Value values = parts.values ? *parts.values : *parts.splat;
  if (parts.splat && values.is(Kind::array)) {
    report(values.loc(), Diag::wrong_literal) << "'splat' is one number, not a list";
    return nullptr;
  }
  Extents nested = shapeOf(values);
  std::vector<Value> flat;
  if (failed(flatten(values, nested, flat))) return nullptr;
  FailureOr<Extents> shape = elementsShape(json, parts, place, nested);
  if (failed(shape)) return nullptr;
  auto type = RankedTensorType::get(*shape, element);
  if (failed(checkSize(json.loc(), type))) return nullptr;
  ElementType kind = typeOf(type)->type;
  FailureOr<std::vector<Number>> numbers = numbersOf(flat, kind);
  if (failed(numbers)) return nullptr;
  return packed(type, kind, type.getNumElements() > 0 ? ArrayRef(*numbers) : ArrayRef<Number>());
}

DenseElementsAttr readLiteral(Value json, const LiteralPlace &place) {
  FailureOr<Parts> parts = partsOf(json);
  if (failed(parts)) return nullptr;
  if (parts->dtype && place.element && parts->dtype != place.element) {
    report(json.loc(), Diag::wrong_literal)
        << "the literal says element type " << dtypeName(parts->dtype) << ", but "
        << dtypeName(place.element) << " is wanted";
    return nullptr;
  }
  Type element = parts->dtype ? parts->dtype : place.element;
  if (parts->file) return fromFile(json, *parts, place, element);
  if (!element) element = literalDtype(json);
  if (element) return fromValues(json, *parts, place, element);
  report(json.loc(), Diag::untyped_literal)
      << "nothing says the element type of this literal; write {\"value\": ..., \"dtype\": "
         "\"f32\"}";
  return nullptr;
}

} // namespace shardc::json
