// SPDX-License-Identifier: Apache-2.0
// Partial sums, as the checker follows them.
#pragma once

#include "codegen/plan/plan.h"

#include <set>

namespace shardc {

/// Coordinates over which devices have a partial sum each, and what makes them whole.
struct PartialSum {
  std::set<int> over;
  Fn combine = kSum;
  bool asBits = false; // of what is picked: all but one are zero
  bool operator==(const PartialSum &other) const = default;
};

/// The partial sums that a kernel makes in one of its results, whatever it is given: devices do a
/// share of a loop of a reduction, or pick from what they hold.
struct KernelPartials {
  PartialSum made;
  bool isResult = false;  // a split reduction is the result itself, or what one device alone gives
  bool isZero = false;    // all bits of it are zero, on every device: what is picked was so
  Expr literal = nullptr; // what it is throughout, on every device; null: that is not known
  std::string problem;    // why they do not make up the whole; none: ""
};
KernelPartials partialSumOf(const Kernel &kernel, int result, const ShardGrid &grid);
/// What an input arrives as, or an output is left as.
PartialSum partialSumOf(const PlanTensor &tensor);
/// Whether partial sums may be combined as `wanted` says.
bool isAs(const PartialSum &made, const PartialSum &wanted, ElementType type);
/// Whether what is this number on all devices is still that when it is combined.
bool staysSame(Expr literal, const PartialSum &wanted);

} // namespace shardc
