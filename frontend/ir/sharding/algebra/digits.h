// SPDX-License-Identifier: Apache-2.0
// Orders of devices as digits: which parts of a device's position count from block to block. Pure
// algebra, no MLIR.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace shardc {

/// One digit of a number: (number / stride) % size.
struct Digit {
  int64_t size, stride;
  bool operator==(const Digit &other) const = default;
};
/// Minor digit first.
using Digits = llvm::SmallVector<Digit, 4>;

/// The digits of `order`, a permutation of 0, 1, ...: element t is the sum of t's own digits (least
/// first, of the same sizes) times the strides. The fewest digits that say it; none where no digits
/// do.
std::optional<Digits> digitsOf(llvm::ArrayRef<int64_t> order);

/// A digit in pieces, minor first: their bounds (stride, and stride * size) are among the digit's
/// and `bounds`. None where a bound within the digit does not nest with it and the others.
std::optional<Digits> splitAt(const Digit &digit, llvm::ArrayRef<int64_t> bounds);

} // namespace shardc
