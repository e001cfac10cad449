// SPDX-License-Identifier: Apache-2.0
// What the definition of an op says about itself, as Base.td writes it; registry.h makes it useful.
#pragma once

#include <vector>

namespace shardc {

enum class PartKind { operand, variadic, attribute };

/// The detail of a number that is stored with 32 bits.
inline constexpr char kOf32Bits[] = "32 bits";

struct OpPart {
  const char *name;
  PartKind kind;
  const char *type;   // the role of an operand, the storage class of an attribute
  const char *detail; // of an attribute: "dimensions", kOf32Bits, or its default
  bool optional;
};

struct OpParts {
  std::vector<OpPart> arguments;
  std::vector<const char *> results, regions;
  bool variadicResults, broadcasts;
  const char *declares;
  const char *regionsTake;
  bool variadicRegions;
  const char *example;
};

} // namespace shardc
