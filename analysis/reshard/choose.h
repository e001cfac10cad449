// SPDX-License-Identifier: Apache-2.0
// Which axes split which factors of an op: the choice that moves the fewest bytes, where that does
// not mean work that takes longer. Pure.
#pragma once

#include "analysis/propagate/factors.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <limits>
#include <optional>

namespace shardc {

/// An op to choose for: one result.
struct ChoiceInput {
  const Rule &rule; // with the factors that may not be split marked `whole`
  int result;
  struct Tensor {
    double bytes = 0;       // of the whole value; 0: made where it is needed
    Sharding sharding = {}; // where it lies
    double turns = 1;       // that the op is done for one move of it
    /// Where it is more that a device would have of it, and more than it has now, it moves each
    /// time.
    double most = std::numeric_limits<double>::infinity();
  };
  SmallVector<Tensor, 3> operands;
  /// Whether an operand has been moved to where it lies so, for another op.
  llvm::function_ref<bool(size_t operand, const Sharding &)> isThere;
  Tensor wanted; // the result, and where it is wanted: partial results, as far as it is unreduced
  /// A reduction in stages, or -1: every device makes a part of an equal share; all get all parts,
  /// which have so many bytes each, and do the rest.
  int staged = -1;
  double stagedBytes = 0;
  /// Of partial sums: they are combined once for so many times that the op is done.
  double turnsPerSum = 1;
  /// Of all devices together, where each does a part: bytes that one could receive meanwhile.
  double work = 0;
  /// What devices differ in, major to minor: reductions and picks are split by whole coordinates.
  ArrayRef<AxisRef> coordinates;
};

struct Chosen {
  FactorAxes axes;
  Sharding result;    // where the result is computed
  AxisList unreduced; // axes of reductions and picks: the result is partial over them
  int staged = -1;    // the reduction in stages, if that is split
  Sharding parts;     // where the first stage makes its parts; else as `result`
  double bytes = 0;   // that a device receives for it, on average
  double work = 0;    // that it does, as bytes
  /// The bytes with reductions and picks whole where they are split here, and split where they are
  /// whole; none where no tensor proposes that.
  std::optional<double> otherBytes;

  bool splitsReductions() const { return staged >= 0 || !unreduced.empty(); }
};

/// Tries the result's axes and those of every operand first, each completed by the others', with
/// and without split reductions. Of those with the least bytes and work, the one that splits it
/// most.
Chosen choose(const ChoiceInput &input);

} // namespace shardc
