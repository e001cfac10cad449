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
  return number.type == ElementType::f32 ? digits(static_cast<float>(value)) : digits(value);
}

/// INFINITY and NAN are floats: a template needs to be told that it gets a double.
static std::string special(const Number &number, const char *name, bool plain) {
  const bool isDouble = number.type == ElementType::f64 && !plain;
  const std::string text = isDouble ? std::string("double(") + name + ")" : name;
  return std::signbit(number.real) ? "-" + text : text;
}

static std::string floatText(const Number &number, bool plain) {
  if (std::isnan(number.real)) return special(number, "NAN", plain);
  if (std::isinf(number.real)) return special(number, "INFINITY", plain);
  std::string text = shortest(number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return number.type == ElementType::f32 ? text + "f" : text;
}

static std::string i64Text(int64_t value, bool plain) {
  if (value == std::numeric_limits<int64_t>::min()) return "INT64_MIN";
  if (value == std::numeric_limits<int64_t>::max()) return "INT64_MAX";
  return plain ? std::to_string(value) : "int64_t(" + std::to_string(value) + ")";
}

static std::string i32Text(int64_t value) {
  if (value == std::numeric_limits<int32_t>::min()) return "INT32_MIN";
  if (value == std::numeric_limits<int32_t>::max()) return "INT32_MAX";
  return std::to_string(value);
}

std::string literalText(const Number &number, bool plain) {
  if (number.type == ElementType::index) return std::to_string(number.integer);
  const ElementInfo &row = info(number.type);
  switch (row.kind) {
  case TypeKind::floating:
    return floatText(number, plain);
  case TypeKind::boolean:
    return number.integer ? "true" : "false";
  case TypeKind::unsignedInteger:
    return std::to_string(number.integer) + "u";
  case TypeKind::signedInteger:
    return row.bytes == 8 ? i64Text(number.integer, plain) : i32Text(number.integer);
  }
  return "";
}

std::string numberText(const Number &number) {
  if (info(number.type).isBoolean) return number.integer ? "true" : "false";
  if (!number.isFloat()) return std::to_string(number.integer);
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
