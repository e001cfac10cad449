// SPDX-License-Identifier: Apache-2.0
// Kernels of the runtime's routines, by names, for bundles that have them compiled; elsewhere they
// are templates that nvcc makes functions of.
#pragma once

#include "codegen/plan/plan.h"

#include <set>

namespace shardc {

struct RoutineKernels {
  std::set<std::string> headers; // "routines/cholesky.h"
  std::string text;
};

/// Those of the routines that kernels call, for the types that they are called with.
RoutineKernels routineKernels(const Plan &plan);

} // namespace shardc
