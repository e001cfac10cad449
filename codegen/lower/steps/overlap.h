// SPDX-License-Identifier: Apache-2.0
// Collectives that run beside kernels: begun early, waited for late.
#pragma once

#include "codegen/plan/plan.h"

#include <map>

namespace shardc {

/// Moves collectives in front of kernels that they do not depend on, as far as is needed to hide
/// them by the machine's numbers, and lets kernels go first that need not wait for what is under
/// way. No collective passes another, so all devices have them in one order. The new numbers of
/// steps by their old ones, where they have changed.
std::map<std::string, std::string> orderForOverlap(Function &function, const Machine &machine);

/// Lets collectives run on beside the kernels behind them, and adds the waits for them: in front of
/// the first step that depends on one, and no later than when it should long be done, as what it
/// reads needs its memory until then.
void waitLate(Function &function, const Machine &machine);

} // namespace shardc
