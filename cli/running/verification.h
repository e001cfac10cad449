// SPDX-License-Identifier: Apache-2.0
// The pieces of `verify`: a run whose kernels are looked at, what outputs are compared with, how
// far they may be apart.
#pragma once

#include "cli/running/engine.h"
#include "codegen/interp/interp.h"

namespace shardc {

/// What has been looked at, and what is wrong.
struct Found {
  std::vector<std::string> wrong;     // a line each
  std::vector<std::string> unchecked; // kernels
  int64_t elements = 0;               // compared with formulas
  std::vector<std::string> alone;     // ops, and under how many shardings they were run alone
};

/// Per output, relative to its largest magnitude; none: as for values from elsewhere.
using Tolerances = std::vector<std::optional<double>>;

/// What outputs are compared with.
struct Reference {
  std::vector<runtime::Array> outputs;
  Tolerances tolerances;
  std::string what; // for people: "the expected ones"
};
/// What the command line gives, else what the program makes unsharded, op by op. Throws
/// runtime::Error.
Reference referenceFor(Compilation &compilation, ArrayRef<HostTensor> inputs, Found &found);

/// The outputs of a plan whose kernels `compute` runs; elements of what they write are compared
/// with their formulas, unless those are what runs. `what` is being done.
std::vector<runtime::Array> runChecked(Compilation &compilation, const Plan &plan,
                                       ArrayRef<HostTensor> inputs, const Compute &compute,
                                       const std::string &what, Found &found);

/// Adds a line per output that is not as expected; `what` stands before each.
void compare(const Plan &plan, ArrayRef<runtime::Array> got, const Reference &reference,
             const std::string &what, Found &found);

} // namespace shardc
