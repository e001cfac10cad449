// SPDX-License-Identifier: Apache-2.0
// Kernels may read what is filled, and what they read of partial sums they have to be linear in.
#pragma once

#include "codegen/check/check_access.h"
#include "codegen/check/check_state.h"

namespace shardc {

class KernelChecker {
public:
  explicit KernelChecker(CheckState &state) : state(state) {}

  /// Does a step of kind compute. A kernel of several results is so many kernels at once, of one
  /// result each. trips: of the loops around; -1: not known.
  void compute(const Step &step, ArrayRef<int64_t> trips);

private:
  /// What a kernel is told the loops around have made is what it was made for.
  void checkTrips(const Step &step, ArrayRef<int64_t> trips);
  /// What is made all at once is made whole wherever it is made.
  void checkWhole(const Step &step);
  bool isUpdate(const Step &step, size_t result) const;
  Content updated(const Step &step, int result);
  /// Whether what updates of several devices are pushed into counts once, though each has it.
  bool mayEnterEach(const Content &before, const PartialSum &update, const Step &step,
                    int result) const;
  Content computed(const Step &step, int result);
  /// What is known of the buffer whose elements a result has; nothing where it has others, too.
  Content copiedBy(const Step &step, int result) const;
  const Access &accessOf(int number, int result);
  /// Loops that devices do a share of make partial sums; so do operands that are some, in which the
  /// result has to be linear.
  PartialSum partialSumIn(const Step &step, int result);
  /// Whether a computed index, or the condition of an update, reads one of the operands.
  static bool placesByPartial(const Result &result, ArrayRef<bool> marked);

  CheckState &state;
  Contents &contents = state.contents;
  CheckedBoxes &boxes = contents.boxes;
  const Function &function = state.function;
  std::map<std::pair<int, int>, Access> accesses; // per kernel and result
  std::map<int, SmallVector<Expr, 1>> knownTrips; // per kernel
};

} // namespace shardc
