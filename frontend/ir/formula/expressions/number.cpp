// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/expressions/number.h"

#include "runtime/device/scalar.h"

#include "llvm/ADT/bit.h"

namespace shardc {

const ElementInfo &info(ElementType type) {
  static constexpr ElementInfo table[] = {
      {"index", "int64_t", 8, false, true},  {"i1", "bool", 1, false, false},
      {"i32", "int32_t", 4, false, true},    {"i64", "int64_t", 8, false, true},
      {"ui32", "uint32_t", 4, false, false}, {"f32", "float", 4, true, true},
      {"f64", "double", 8, true, true},
  };
  return table[static_cast<size_t>(type)];
}

static int64_t wrapped(ElementType type, int64_t value) {
  switch (type) {
  case ElementType::i1:
    return value != 0;
  case ElementType::i32:
    return static_cast<int32_t>(value);
  case ElementType::ui32:
    return static_cast<uint32_t>(value);
  case ElementType::index:
  case ElementType::i64:
  case ElementType::f32:
  case ElementType::f64:
    return value;
  }
  return value;
}

static double rounded(ElementType type, double value) {
  return type == ElementType::f32 ? static_cast<double>(static_cast<float>(value)) : value;
}

Number Number::of(ElementType type, int64_t value) {
  Number number;
  number.type = type;
  if (type == ElementType::f32)
    number.real = static_cast<float>(value); // one rounding, not two
  else if (type == ElementType::f64)
    number.real = static_cast<double>(value);
  else
    number.integer = wrapped(type, value);
  return number;
}

Number Number::of(ElementType type, double value) {
  Number number;
  number.type = type;
  if (info(type).isFloat)
    number.real = rounded(type, value);
  else if (type == ElementType::i1)
    number.integer = value != 0;
  else
    number.integer = wrapped(type, runtime::convert<int64_t>(value));
  return number;
}

double Number::asDouble() const { return isFloat() ? real : static_cast<double>(integer); }

int64_t Number::asInteger() const { return isFloat() ? runtime::convert<int64_t>(real) : integer; }

int64_t Number::bits() const { return isFloat() ? llvm::bit_cast<int64_t>(real) : integer; }

bool Number::sameBits(const Number &other) const {
  return type == other.type && bits() == other.bits();
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
