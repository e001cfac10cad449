// SPDX-License-Identifier: Apache-2.0
// What moves between two calls of a program whose outputs become its inputs.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// Adds the moves of outputs to inputs of their names that lie otherwise on the mesh. None where an
/// input is left unreduced, or where partial results of an output are of other boxes than the
/// devices need that would combine them: the runtime says so.
void addFeeds(Plan &plan);

} // namespace shardc
