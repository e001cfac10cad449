// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codegen/plan/plan.h"

#include <string>

namespace shardc::reports {

/// Kernels for GPUs that may be scheduled in several ways: the one that is taken, and what the
/// others are estimated to take. "" where there are none.
std::string schedulesPart(const Plan &plan);

} // namespace shardc::reports
