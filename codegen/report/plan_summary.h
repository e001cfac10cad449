// SPDX-License-Identifier: Apache-2.0
// What `shardc plan` says of a plan as a whole, whatever its size.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::reports {

/// As many rows as there are; with fewer, the last tells of all that are left.
constexpr size_t kAllRows = SIZE_MAX;

/// What a device receives, by what makes that necessary; memory; work; what shards repeat;
/// warnings.
std::string totalsPart(const Plan &plan, size_t mostRows);
/// Inputs and outputs, and how they are cut. `grouped`: those that differ in nothing but numbers in
/// their names are told as one, at most `mostRows` of inputs and of outputs.
std::string tensorsPart(const Plan &plan, bool grouped, size_t mostRows);
/// Why dimensions of inputs and outputs are cut by slices, or whole.
std::string whyPart(const Plan &plan, size_t mostRows);
/// The kernels with the most work, each with all of its steps.
std::string heaviestPart(const Plan &plan, size_t mostRows);

} // namespace shardc::reports
