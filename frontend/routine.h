// SPDX-License-Identifier: Apache-2.0
// Routines: code for an op that is no formula, a user's or the runtime's, and what it is given.
#pragma once

#include "frontend/ir/formula/expressions/number.h"
#include "frontend/ir/sharding/algebra/mesh.h"
#include "frontend/libraries.h"
#include "frontend/size_formula.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace shardc {

/// A file with a routine in it. Bundles have a copy.
struct RoutineSource {
  std::string file; // as the config names it: "ops/my_matmul.cpp"
  std::string text;
  bool operator==(const RoutineSource &other) const = default;
};

/// A number or word that a routine is given beside its values.
struct RoutineAttribute {
  std::string name;
  std::variant<int64_t, double, std::string> value;
  bool operator==(const RoutineAttribute &other) const = default;
};

/// What is behind a part that is padded.
struct FillNumber {
  Number number;
  bool operator==(const FillNumber &other) const { return number.sameBits(other.number); }
};

/// A value as code takes it that is called for each member of a batch.
struct EachValue {
  ElementType type;
  std::vector<int> factors; // of each dimension, by number; -1: the view's own
  bool operator==(const EachValue &other) const = default;
};
/// Code that is a function for each member of a batch (runtime/each.h).
struct EachCode {
  RoutineSource header;             // that has the function
  std::string function;             // "row_norm"
  std::vector<std::string> factors; // of the rule, whose indices number the members
  std::vector<EachValue> operands = {}, results = {};
  bool operator==(const EachCode &other) const = default;
};

/// Where a bundle has a source: "ops/my_matmul.cpp".
inline std::string pathInBundle(const RoutineSource &source) {
  llvm::StringRef name = source.file;
  while (name.consume_front("./") || name.consume_front("ops/")) {
  }
  return "ops/" + name.str();
}

struct Routine {
  std::string name;                       // of its entry in the config: "my_matmul"
  std::string symbol;                     // of the function, which is extern "C"
  std::optional<RoutineSource> cpp, cuda; // one of them at least, or `each`, if it is a user's
  std::optional<EachCode> each;           // in their place: what a kernel calls, or a loop on CPUs
  std::string header;                     // that declares one of the runtime's; "": it is a user's
  std::vector<RoutineAttribute> attributes;
  bool needsLibrary = false;     // the runtime has no code of its own for it
  Libraries libraries;           // that do this one's work in bundles that are built with them
  bool forbidsUneven = false;    // it is given parts of the same size on all devices, or none
  bool pads = false;             // it is given parts of the same size, the largest
  std::vector<FillNumber> fills; // what is behind a device's own, by operand
  std::optional<Mesh> mesh = {}; // that it is told of its places on; none: the program's
  SizeFormula scratch = {};      // memory that it has for itself while it works [bytes]
  SizeFormula bytes = {};        // that it reads and writes; none: its parts, once
  bool operator==(const Routine &other) const = default;
};

} // namespace shardc
