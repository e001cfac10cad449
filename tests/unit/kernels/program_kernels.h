// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::test {

/// The kernels of the programs in tests/programs, each in a function of its own.
struct ProgramKernels {
  std::vector<Plan> plans; // that own the expressions
  Plan all;
  std::vector<std::string> names; // per function of `all`: "mlp_fwd: dot_general_0"
};
ProgramKernels programKernels();

} // namespace shardc::test
