// SPDX-License-Identifier: Apache-2.0
// Ranges that follow from devices' places on a mesh, recognised by their values.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::facts {

/// Part `place` of `parts` of a dimension, by the cut rule, with more beside it inside the
/// dimension. The place counts through the coordinates `order`, major to minor.
struct CutFormula {
  int64_t extent = 0, parts = 1;
  SmallVector<int, 2> order;
  int64_t below = 0, above = 0;

  bool isWide() const { return below != 0 || above != 0; }
};

/// None if the range depends on anything but places on axes, or is no such part.
std::optional<CutFormula> cutFormula(const Span &span, const Function &function);

/// A range at one of several places; nothing, [0, 0), at all others.
struct LoneRange {
  int64_t place; // row-major over what the range depends on
  Interval range;
};

/// None if more places have something, or the range is that of slices.
std::optional<LoneRange> loneRange(const Span &span, const Function &function);

} // namespace shardc::facts
