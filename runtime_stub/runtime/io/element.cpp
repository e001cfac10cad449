// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/element.h"

#include <charconv>
#include <cstring>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

Element loadElement(Type type, const char *at) {
  Element element;
  with_type(type, [&](auto value) {
    using T = decltype(value);
    if constexpr (std::is_same_v<T, bool>) {
      element.integer = *at != 0;
    } else {
      std::memcpy(&value, at, sizeof value);
      if constexpr (isComplex<T>)
        element = {value.re, value.im};
      else if constexpr (isFloating<T>)
        element.real = value;
      else
        element.integer = static_cast<uint64_t>(value);
    }
  });
  return element;
}

void storeElement(Type type, const Element &element, char *at) {
  with_type(type, [&](auto value) {
    using T = decltype(value);
    if constexpr (isComplex<T>)
      value = T(PartOf<T>(element.real), PartOf<T>(element.imaginary));
    else if constexpr (isFloating<T>)
      value = static_cast<T>(element.real);
    else
      value = static_cast<T>(element.integer);
    std::memcpy(at, &value, sizeof value);
  });
}

static bool hasReal(Type type) {
  return kind(type) == TypeKind::floating || kind(type) == TypeKind::complex;
}

Element elementOf(Type type, int64_t number) {
  if (hasReal(type)) return {static_cast<double>(number)};
  return integerElement(static_cast<uint64_t>(number));
}

/// All of a word as a number; nothing if it is none, or beyond what a Number has.
template <typename Number>
static std::optional<Number> parse(const std::string &word) {
  Number number = 0;
  const auto [at, status] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (status != std::errc() || at != word.data() + word.size()) return std::nullopt;
  return number;
}

static std::optional<Element> parseReal(Type type, const std::string &word) {
  if (type == Type::f32 || type == Type::c64) { // by way of a double it might be rounded twice
    const std::optional<float> real = parse<float>(word);
    return real ? std::optional(Element{*real}) : std::nullopt;
  }
  const std::optional<double> real = parse<double>(word);
  return real ? std::optional(Element{*real}) : std::nullopt;
}

static std::optional<Element> parseTruth(const std::string &word) {
  if (word == "true") return integerElement(1);
  if (word == "false") return Element{};
  const std::optional<double> number = parse<double>(word);
  if (number != 0 && number != 1) return std::nullopt;
  return integerElement(*number == 1);
}

std::optional<Element> parseElement(Type type, const std::string &word) {
  if (hasReal(type)) return parseReal(type, word);
  if (kind(type) == TypeKind::boolean) return parseTruth(word);
  Element parsed;
  if (kind(type) == TypeKind::signedInteger) {
    const std::optional<int64_t> number = parse<int64_t>(word);
    if (!number) return std::nullopt;
    parsed.integer = static_cast<uint64_t>(*number);
  } else {
    const std::optional<uint64_t> number = parse<uint64_t>(word);
    if (!number) return std::nullopt;
    parsed.integer = *number;
  }
  char stored[sizeof(uint64_t)];
  storeElement(type, parsed, stored);
  const bool fits = loadElement(type, stored).integer == parsed.integer;
  return fits ? std::optional(parsed) : std::nullopt;
}

template <typename Number>
static std::string text(Number number) {
  char digits[40];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

static std::string realText(double real, bool is64) {
  if (real != real) return "nan"; // no sign: it says nothing
  return is64 ? text(real) : text(static_cast<float>(real));
}

std::string elementText(Type type, const Element &element) {
  switch (kind(type)) {
  case TypeKind::boolean:
    return element.integer != 0 ? "true" : "false";
  case TypeKind::signedInteger:
    return text(static_cast<int64_t>(element.integer));
  case TypeKind::unsignedInteger:
    return text(element.integer);
  case TypeKind::floating:
    return realText(element.real, type == Type::f64);
  case TypeKind::complex:
    break;
  }
  const auto part = [&](double real) { return realText(real, type == Type::c128); };
  return "(" + part(element.real) + ", " + part(element.imaginary) + ")";
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
