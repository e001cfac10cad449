// SPDX-License-Identifier: Apache-2.0
// One element of an array whose type is known when the program runs. Only these few functions are
// compiled for each type; what reads, compares and prints arrays is so once for all.
#pragma once

#include "runtime/type.h"

#include <optional>
#include <string>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Floats are `real`, whatever they are stored as, and complex numbers have an `imaginary` part
/// beside; integers and truths are `integer`, where signed ones are wrapped around.
struct Element {
  double real = 0, imaginary = 0;
  uint64_t integer = 0;
};

/// The element whose bytes, of any alignment, begin at `at`.
Element loadElement(Type type, const char *at);

/// Rounds to the type, or wraps.
void storeElement(Type type, const Element &element, char *at);

/// An element of integers or truths.
constexpr Element integerElement(uint64_t integer) { return {0, 0, integer}; }
/// The element that a number is, rounded or wrapped around.
Element elementOf(Type type, int64_t number);

/// What a word of a command line says, `true` and `false` included, unless no element of the type
/// is that.
std::optional<Element> parseElement(Type type, const std::string &word);

/// The fewest digits that read back as the same element.
std::string elementText(Type type, const Element &element);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
