// SPDX-License-Identifier: Apache-2.0
// Cumulative reductions, in linear work.
#pragma once

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace shardc {

/// A reduce_window of one operand whose windows reach from one end of a dimension to each element,
/// or to the one before it.
struct Scan {
  int64_t dimension = 0;
  bool fromEnd = false, toBefore = false;
  mlir::Attribute nothing; // what combines to nothing: a constant's value
};

/// Up to this many elements, each reduces its own window.
constexpr int64_t kShortScan = 64;

/// Scans blocks, and combines each element with what the elements before its block reduce to: their
/// totals are scanned in turn.
void expandScan(mlir::Operation *op, const Scan &scan);

} // namespace shardc
