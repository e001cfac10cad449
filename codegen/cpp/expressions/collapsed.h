// SPDX-License-Identifier: Apache-2.0
// Loops that one variable counts, and indices written with it: with row = i * 512 + j,
// `(i * 512 + j) * 1024 + k` is `row * 1024 + k`, and nothing is divided.
#pragma once

#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/formula.h"

#include <optional>
#include <string>

namespace shardc {

/// name / below % extent; the outermost has no remainder to take.
struct CollapsedDigit {
  std::string name; // "": of no variable
  int64_t below = 1, extent = 1;
  bool isOutermost = false;
};
CppText digitText(const CollapsedDigit &digit);

/// A variable that counts all indices of loops which begin at 0.
struct Collapsed {
  std::string name = {};
  SmallVector<std::pair<int, CollapsedDigit>, 4> loops = {}; // and their digits of the variable
  int64_t count = 1;                                         // of all their indices

  /// The next loop, from the innermost one outwards.
  void add(int loop, int64_t extent, bool isOutermost) {
    loops.push_back({loop, {name, count, extent, isOutermost}});
    count *= extent;
  }
};

/// The loop's digit; of no variable where nothing counts it.
CollapsedDigit digitOf(ArrayRef<Collapsed> collapsed, int loop);

/// A part of a sum: factor * e, or factor * a digit that stands for several loops.
struct IndexPart {
  int64_t factor;
  Expr e; // null: the digit
  CollapsedDigit digit = {};
};
using IndexParts = SmallVector<IndexPart, 4>;

/// The parts, where neighbouring digits of a variable that add up to one digit are that one.
IndexParts joined(IndexParts parts);
IndexParts scaled(ArrayRef<IndexPart> parts, int64_t by);

} // namespace shardc
