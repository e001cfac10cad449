// SPDX-License-Identifier: Apache-2.0
#include "codegen/text/literal.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace shardc {

/// The shortest digits that read back as `value`; independent of the locale.
template <typename Float>
static std::string digits(Float value) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return std::string(buffer, end);
}

static std::string shortest(const Number &number) {
  const double value = number.real;
  const bool isFloat = info(number.type).computed == ElementType::f32;
  return isFloat ? digits(static_cast<float>(value)) : digits(value);
}

/// INFINITY and NAN are floats: a template needs to be told that it gets a double.
static std::string special(const Number &number, const char *name, bool plain) {
  const bool isDouble = number.type == ElementType::f64 && !plain;
  const std::string text = isDouble ? std::string("double(") + name + ")" : name;
  return std::signbit(number.real) ? "-" + text : text;
}

static Number realOf(const Number &number) { return Number::of(*partOf(number.type), number.real); }
static Number imaginaryOf(const Number &number) {
  return Number::of(*partOf(number.type), number.imaginary);
}

static std::string floatText(const Number &number, bool plain) {
  if (info(number.type).isNarrow) {
    const Number wide = Number::of(info(number.type).computed, number.real);
    return std::string(info(number.type).cpp) + "(" + floatText(wide, plain) + ")";
  }
  if (std::isnan(number.real)) return special(number, "NAN", plain);
  if (std::isinf(number.real)) return special(number, "INFINITY", plain);
  std::string text = shortest(number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return number.type == ElementType::f32 ? text + "f" : text;
}

/// Of 32 and 64 bits, where digits alone are long, or the lowest has no literal of its type.
static std::string endText(const Number &number) {
  const ElementInfo &row = info(number.type);
  const std::string width = std::to_string(8 * row.bytes);
  if (row.bytes < 4) return "";
  if (number.wide() == highest(number.type).wide())
    return (row.isUnsigned ? "UINT" : "INT") + width + "_MAX";
  return row.isSigned && number.wide() == lowest(number.type).wide() ? "INT" + width + "_MIN" : "";
}

/// A literal of another type than C++ gives digits is told which it is, unless it is plain.
static std::string integerText(const Number &number, bool plain) {
  const ElementInfo &row = info(number.type);
  const std::string end = endText(number);
  if (!end.empty()) return end;
  const std::string text = number.digits() + (row.isUnsigned && row.bytes >= 4 ? "u" : "");
  return (plain && !row.isSmall) || row.bytes == 4 ? text : std::string(row.cpp) + "(" + text + ")";
}

std::string literalText(const Number &number, bool plain) {
  if (number.type == ElementType::index) return std::to_string(number.integer);
  switch (info(number.type).kind) {
  case TypeKind::floating:
    return floatText(number, plain);
  case TypeKind::complex:
    return std::string(info(number.type).cpp) + "(" + floatText(realOf(number), true) + ", " +
           floatText(imaginaryOf(number), true) + ")";
  case TypeKind::boolean:
    return number.integer ? "true" : "false";
  case TypeKind::unsignedInteger:
  case TypeKind::signedInteger:
    return integerText(number, plain);
  }
  return "";
}

std::string numberText(const Number &number) {
  if (info(number.type).isBoolean) return number.integer ? "true" : "false";
  if (number.isComplex())
    return "(" + numberText(realOf(number)) + ", " + numberText(imaginaryOf(number)) + ")";
  if (!number.isFloat()) return number.digits();
  if (std::isnan(number.real)) return "nan";
  return shortest(number);
}

std::string withCommas(int64_t number) {
  std::string text = std::to_string(number);
  const size_t first = number < 0 ? 1 : 0;
  for (size_t at = text.size(); at > first + 3; at -= 3)
    text.insert(at - 3, ",");
  return text;
}

} // namespace shardc
