// SPDX-License-Identifier: Apache-2.0
// Compiled kernels against their formulas: after each launch some elements of what it has written
// are compared, bit for bit, with the reference evaluation of the formula from what it has read.
//
// That is done at the corners of a result, at its diagonal and at points at random, before the
// kernel runs, as it may write where it reads. What it costs does not grow with sizes: a kernel has
// an allowance of work, from which each launch takes a share. Kernels that are done by rows have
// nothing between them in memory: theirs is evaluated for some rows, one after the other.
#pragma once

#include "codegen/interp/run_plan.h"

namespace shardc {

class SpotChecks {
public:
  /// `plan` outlives it.
  explicit SpotChecks(const Plan &plan);

  /// `compute`, and a look at what it has written. What does not agree is noted, and no fault.
  Compute around(Compute compute);

  int64_t elements() const { return checked; }
  /// Kernels of which no element could be evaluated: each takes more work than they are allowed.
  std::vector<std::string> unchecked() const;
  /// Per kernel that is wrong a line that names it, and the first element that is.
  const std::vector<std::string> &wrong() const { return lines; }

private:
  struct Tally {
    int64_t launches = 0, checked = 0;
    bool isWrong = false, isTooMuch = false;
    double left; // work that may be done yet
  };
  const Plan &plan;
  std::vector<std::vector<Tally>> tallies; // per function and kernel
  std::vector<std::string> lines;
  int64_t checked = 0;

  std::optional<Fault> launch(const Compute &compute, const Launch &launch);
};

} // namespace shardc
