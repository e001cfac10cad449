// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/expressions/number.h"

#include "runtime/device/scalar.h"

#include "llvm/ADT/bit.h"

#include <cassert>
#include <limits>

namespace shardc {

static constexpr ElementInfo rowOf(const char *name, const char *cpp, int bytes, int bits,
                                   TypeKind kind, ElementType type, ElementType computed,
                                   ElementType sum) {
  const bool isFloat = kind == TypeKind::floating, isBoolean = kind == TypeKind::boolean;
  const bool isUnsigned = kind == TypeKind::unsignedInteger;
  const bool isComplex = kind == TypeKind::complex;
  return {name,
          cpp,
          bytes,
          bits,
          kind,
          computed,
          sum,
          isFloat,
          isBoolean,
          !isBoolean && !isUnsigned,
          isUnsigned,
          isComplex,
          isFloat || isComplex,
          type != computed,
          bits < 8 && !isBoolean};
}

const ElementInfo &info(ElementType type) {
  static constexpr ElementInfo table[] = {
      rowOf("index", "int64_t", 8, 64, TypeKind::signedInteger, ElementType::index,
            ElementType::index, ElementType::index),
#define SHARDC_TYPE(name, cpp, bytes, bits, kind, computed, sum, npy)                              \
  rowOf(#name, #cpp, bytes, bits, TypeKind::kind, ElementType::name, ElementType::computed,        \
        ElementType::sum),
#include "runtime/types.def"
#undef SHARDC_TYPE
  };
  return table[static_cast<size_t>(type)];
}

bool isPromotable(ElementType from, ElementType to) {
  const bool isOneKind = (info(from).isFloat && info(to).isFloat) ||
                         (info(from).isComplex && info(to).isComplex) ||
                         (isInteger(from) && isInteger(to));
  return from == to || (isOneKind && info(from).bits < info(to).bits);
}

ArrayRef<ElementType> elementTypes() {
  static constexpr ElementType types[] = {
#define SHARDC_TYPE(name, ...) ElementType::name,
#include "runtime/types.def"
#undef SHARDC_TYPE
  };
  return types;
}

std::string elementTypesText() {
  std::string text;
  const ArrayRef<ElementType> all = elementTypes();
  for (ElementType type : all)
    text += (type == all.front()  ? ""
             : type == all.back() ? " or "
                                  : ", ") +
            std::string(info(type).name);
  return text;
}

runtime::Type runtimeType(ElementType type) {
  assert(type != ElementType::index && "indices are not stored");
  return static_cast<runtime::Type>(static_cast<int>(type) - 1);
}

ElementType elementType(runtime::Type type) {
  return static_cast<ElementType>(static_cast<int>(type) + 1);
}

std::optional<ElementType> partOf(ElementType complex) {
  if (!info(complex).isComplex) return std::nullopt;
  return withType(complex, [](auto zero) -> std::optional<ElementType> {
    if constexpr (runtime::isComplex<decltype(zero)>)
      return sizeof zero.re == 4 ? ElementType::f32 : ElementType::f64;
    return std::nullopt;
  });
}

std::optional<ElementType> pairOf(ElementType floats) {
  for (ElementType type : elementTypes())
    if (partOf(type) == floats) return type;
  return std::nullopt;
}

/// A number as its type has it, in a type with room for it.
template <typename Wide, typename From>
static Wide stored(ElementType type, From value) {
  return withType(type, [&](auto zero) { // one rounding, not two
    return runtime::convert<Wide>(static_cast<decltype(zero)>(value));
  });
}

static int64_t wrapped(ElementType type, int64_t value) { return stored<int64_t>(type, value); }

static double rounded(ElementType type, double value) { return stored<double>(type, value); }

Number Number::of(ElementType type, int64_t value) {
  Number number;
  number.type = type;
  if (info(type).isRounded)
    number.real = stored<double>(type, value);
  else
    number.integer = wrapped(type, value);
  return number;
}

Number Number::of(ElementType type, double value) {
  Number number;
  number.type = type;
  if (info(type).isRounded)
    number.real = rounded(type, value);
  else if (info(type).isBoolean)
    number.integer = value != 0;
  else if (info(type).isUnsigned && value > 0) // beyond 64 bits with a sign, too
    number.integer = wrapped(type, static_cast<int64_t>(runtime::convert<uint64_t>(value)));
  else
    number.integer = wrapped(type, runtime::convert<int64_t>(value));
  return number;
}

Number Number::complex(ElementType type, double real, double imaginary) {
  assert(info(type).isComplex && "a real number has one part");
  Number number = of(type, real);
  number.imaginary = rounded(type, imaginary);
  return number;
}

double Number::asDouble() const {
  if (info(type).isRounded) return real;
  return info(type).isUnsigned ? static_cast<double>(static_cast<uint64_t>(integer))
                               : static_cast<double>(integer);
}

int64_t Number::asInteger() const {
  if (info(type).isRounded) return runtime::convert<int64_t>(real);
  return info(type).isUnsigned && integer < 0 ? INT64_MAX : integer;
}

__int128 Number::wide() const {
  assert(!info(type).isRounded && "floats are no integers");
  if (info(type).isUnsigned) return static_cast<uint64_t>(integer);
  return integer;
}

std::string Number::digits() const {
  assert(!info(type).isRounded && "floats have no last digit");
  return info(type).isUnsigned ? std::to_string(static_cast<uint64_t>(integer))
                               : std::to_string(integer);
}

int64_t Number::bits() const {
  return info(type).isRounded ? llvm::bit_cast<int64_t>(real) : integer;
}

bool Number::sameBits(const Number &other) const {
  return type == other.type && bits() == other.bits() &&
         llvm::bit_cast<int64_t>(imaginary) == llvm::bit_cast<int64_t>(other.imaginary);
}

bool holds(ElementType type, int64_t value) { return Number::of(type, value).wide() == value; }

/// An end of a type.
static Number endOf(ElementType type, bool isHighest) {
  assert(!info(type).isComplex && "complex numbers have no order");
  return withType(type, [&](auto zero) {
    using Limits = std::numeric_limits<decltype(zero)>;
    if constexpr (Limits::has_infinity)
      return Number::of(type, isHighest ? double(Limits::infinity()) : -double(Limits::infinity()));
    else if constexpr (runtime::isComplex<decltype(zero)>)
      return Number::of(type, 0.0);
    else if constexpr (runtime::isFloating<decltype(zero)>)
      return Number::of(type, double(isHighest ? Limits::max() : Limits::lowest()));
    else
      return Number::of(type, static_cast<int64_t>(isHighest ? Limits::max() : Limits::lowest()));
  });
}

Number lowest(ElementType type) { return endOf(type, false); }
Number highest(ElementType type) { return endOf(type, true); }

Number ofNoBits(ElementType type) {
  return withType(type, [&](auto zero) {
    if constexpr (runtime::isNarrow<decltype(zero)>)
      return Number::of(type, double(runtime::bitcast<decltype(zero)>(decltype(zero.bits)(0))));
    else
      return Number::of(type, int64_t{0});
  });
}

double roundingOf(ElementType type) {
  assert(info(type).isRounded && "integers are not rounded");
  return withType(partOf(type).value_or(type), [](auto zero) {
    if constexpr (runtime::isComplex<decltype(zero)>)
      return 0.0; // no part is one
    else
      return static_cast<double>(std::numeric_limits<decltype(zero)>::epsilon()) / 2;
  });
}

int64_t TensorSpec::elements() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

std::string TensorSpec::str() const {
  std::string text = info(type).name;
  text += "[";
  for (size_t dim = 0; dim < shape.size(); ++dim)
    text += (dim == 0 ? "" : ", ") + std::to_string(shape[dim]);
  return text + "]";
}

} // namespace shardc
