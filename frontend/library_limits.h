// SPDX-License-Identifier: Apache-2.0
// What libraries do not do, and what there is without them.
#pragma once

#include "frontend/libraries.h"

namespace shardc {

/// Whether loops of other ops are the way without it: a bundle with it does not do without.
bool replacesLoops(const Library &library);
/// Whether one that does a routine leaves it out where this number, which a call tells the routine,
/// is not 0.
bool leavesOut(const Library &library, llvm::StringRef routine, llvm::StringRef number);

} // namespace shardc
