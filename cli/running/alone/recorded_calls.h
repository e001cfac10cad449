// SPDX-License-Identifier: Apache-2.0
// What code for ops is given while a plan runs, put together of what devices have.
#pragma once

#include "codegen/interp/run_plan.h"

#include <map>
#include <mutex>
#include <set>

namespace shardc {

class RecordedCalls {
public:
  /// Of calls of these routines, by number.
  explicit RecordedCalls(std::set<int> routines) : routines(std::move(routines)) {}

  /// `compute`; operands of calls are copied before.
  Compute around(Compute compute);

  /// The operands of the first call of a routine with such operands; null where none was made.
  const std::vector<HostTensor> *operands(int routine, ArrayRef<TensorSpec> types) const;

private:
  struct Recorded {
    int routine;
    std::map<const Function *, const Step *> steps; // the first ones that make such a call
    std::set<int64_t> shards;                       // whose parts are there
    std::vector<HostTensor> operands;
  };
  std::set<int> routines;
  std::vector<Recorded> calls;
  std::mutex recording; // shards whose code communicates are computed at the same time

  void record(const Launch &launch);
};

} // namespace shardc
