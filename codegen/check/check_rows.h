// SPDX-License-Identifier: Apache-2.0
// Proof that steps may be done for a block of rows at a time.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// What is wrong with steps that are done by rows, one after the other, in words; none if nothing
/// is. Every index of the loops that they have around them has to need, of what a step before made,
/// what it made for the same index.
std::optional<std::string> wrongRows(const Function &function, ArrayRef<Step> steps);

/// Whether a step that is done whole uses memory that has rows of a block alone.
bool usesBlocks(const Function &function, const Step &step);

} // namespace shardc
