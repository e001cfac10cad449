// SPDX-License-Identifier: Apache-2.0
// Numbers of bytes that depend on how much of a call's values a device has: "4 * i * k + 256". They
// are sums, products and quotients by numbers, so a device that has more of every dimension never
// gets less; what the largest extents make is enough for all devices.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardc {

/// How much of a dimension a device has.
struct LocalExtent {
  bool ofResult = false; // else of an operand
  int value = 0, dim = 0;
  int64_t whole = 0; // of the value
  bool operator==(const LocalExtent &other) const = default;
};

/// In postfix: "4 i * k * 256 +".
struct SizeTerm {
  enum class Kind : uint8_t { number, extent, sum, product, quotient }; // rounded up
  Kind kind = Kind::number;
  int64_t number = 0;
  std::string name = {};   // of an extent, as it was written
  LocalExtent extent = {}; // that it names
  bool operator==(const SizeTerm &other) const = default;
};
using SizeFormula = std::vector<SizeTerm>; // empty: nothing

/// More is no size.
inline constexpr int64_t kLargestSize = int64_t{1} << 46;

/// What a text says; none, and what is wrong, where it is no formula. Extents have names alone.
std::optional<SizeFormula> readSize(llvm::StringRef text, std::string &wrong);
/// What it comes to; none where that is more than kLargestSize.
std::optional<int64_t> sizeOf(const SizeFormula &size,
                              llvm::function_ref<int64_t(const LocalExtent &)> extentOf);

} // namespace shardc
