// SPDX-License-Identifier: Apache-2.0
// The user's own code for ops, compiled and called in this process, as a bundle for CPUs calls it.
#pragma once

#include "codegen/interp/run_plan.h"

#include <memory>

namespace shardc {

class OwnRoutines {
public:
  /// Compiles the routines that kernels of the plan call by `compiler`; "": what CXX says, else
  /// c++. Throws runtime::Error where that fails, or one has no code for CPUs. `plan` outlives it.
  /// `twice`: each is called two times, so that elements which it leaves unwritten are seen.
  OwnRoutines(const Plan &plan, const std::string &compiler, bool twice);
  ~OwnRoutines();
  OwnRoutines(const OwnRoutines &) = delete;
  OwnRoutines &operator=(const OwnRoutines &) = delete;

  /// Does a launch that is a call, of that plan or of another one with the same routines. Throws
  /// runtime::Error where the routine says that something is wrong, and where it writes anything
  /// but its part of a result, or not all of it.
  void run(const Plan &plan, const Launch &launch) const;

private:
  struct State;
  std::unique_ptr<State> state;
};

/// `compute`, and calls of the user's code. `plan` outlives it.
Compute withRoutines(const Plan &plan, Compute compute,
                     std::shared_ptr<const OwnRoutines> routines);

} // namespace shardc
