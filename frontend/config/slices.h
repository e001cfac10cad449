// SPDX-License-Identifier: Apache-2.0
// The slices of one dimension, as configs write them.
#pragma once

#include "frontend/config/config.h"
#include "frontend/json/document/document.h"

namespace shardc::config {

/// More slices of one dimension are refused.
inline constexpr int64_t mostSlices = 65536;

/// A dimension that is cut.
struct Dimension {
  int64_t number, extent;
  mlir::Location loc; // of its entry
};

/// Reads a list of slices ("A..B" with both ends, "A:B" without the end, which together cover the
/// dimension in order), {"parts": n} or {"length": n}. Reports what is wrong.
std::optional<DimensionCuts> readSlices(json::Value value, const Dimension &dimension);

} // namespace shardc::config
