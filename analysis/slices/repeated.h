// SPDX-License-Identifier: Apache-2.0
// Work and input that several shards repeat.
#pragma once

#include "analysis/slices/independent.h"

namespace shardc {

/// Per input: elements held by all shards together, and elements held by any.
std::vector<std::pair<int64_t, int64_t>> heldElements(const Independent &result,
                                                      mlir::func::FuncOp entry);

/// Warns where shards together do more than twice the program's work, `work` times by the plan, or
/// hold more than twice its input, and names the dimension that is best left whole, if that helps
/// (tried out, one after the other).
void warnOfRepetition(const Independent &result, mlir::func::FuncOp entry, const Config &config,
                      double work, Pool &pool);

} // namespace shardc
