// SPDX-License-Identifier: Apache-2.0
// The sets of instructions that this processor has.
#pragma once

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace shardc {

/// As bundles call them, the fewest first: "baseline", "avx2", "avx512".
std::vector<std::string> instructionsOfProcessor();
/// The set of this name, or "": the largest. Fails where the processor lacks it, or nobody knows
/// it.
llvm::Expected<std::string> instructionsFor(const std::string &name);

} // namespace shardc
