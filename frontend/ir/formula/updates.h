// SPDX-License-Identifier: Apache-2.0
// Results that are written from computed indices on: what lies around them stays.
#pragma once

#include "frontend/ir/formula/formula.h"

namespace shardc {

/// Whether the result is a box that begins at computed indices.
bool updates(const Result &result);
/// Whether some result is.
bool updates(const Formula &formula);

} // namespace shardc
